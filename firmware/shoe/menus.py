"""Pure: the supervisor's menu: four buttons through pages to one action. Knows no display.

Opened by BURN or FREE with the key on; then BURN is up, FREE down, CONFIRM ok, UNDO back. Dealing
goes on meanwhile: every other input passes by. A card is composed as rank, then suit.
"""

from __future__ import annotations

from firmware.shoe.course import Course


def menu_takes(course: Course) -> bool:
    """Deal with the input if the menu has it; False: the tables have it."""
    return False
