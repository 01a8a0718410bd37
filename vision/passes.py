"""Pure: what the reader says about one passage through the shoe's mouth."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class PassKind(Enum):
    """The five things that can happen in the mouth (names of `shoe scan`)."""

    CARD = "card"
    UNREAD = "unread"
    CUT = "cut"
    REVERSED = "reversed"
    PEEK = "peek"


class UnreadReason(Enum):
    """Why a pass gave no card that counts.

    NO_CODE: bars missing or unreadable. TOO_FEW_VOTES: a code was read, but not in enough frames.
    STRANGER: a sound code that is not of this set. GAP: the sensor was silent, or the end of the
    pass was not seen. COVERED, LAMP, MOVED: all of the window changed at once; the light went; the
    camera was moved. STUCK: the recording ended with a card in the window. HIDDEN: another
    card must be behind the one that was read: what passed was longer than a card.
    """

    NO_CODE = "no_code"
    TOO_FEW_VOTES = "too_few_votes"
    STRANGER = "stranger"
    GAP = "gap"
    COVERED = "covered"
    LAMP = "lamp"
    MOVED = "moved"
    STUCK = "stuck"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class ReadMargin:
    """How safely a card was read; each figure sinks before the reader fails.

    `votes`: frames that agreed on the code. `quality`: best count of agreeing scan lines.
    `contrast`: grey levels between bars and spaces, 0-255. `gapless`: longest run of
    consecutive frames in which the code read. `looks`: frames in which it was sought.
    """

    votes: int
    quality: int
    contrast: int
    gapless: int
    looks: int


@dataclass(frozen=True, slots=True)
class CardPass:
    """One passage, told when it has closed.

    `code` is set for CARD, CUT and, where known, REVERSED and PEEK. For UNREAD it is set only with
    reason STRANGER: a sound code, safely read, that is not among the valid ones.
    `t_ns`: sensor time of the frame that closed the pass. `together`: drawn overlapping
    with the pass before or after it. `outside`: the card came in from outside first
    (slid again), so it is no fresh card from the shoe.
    """

    kind: PassKind
    first_frame: int
    last_frame: int
    t_ns: int
    code: str | None = None
    votes: int = 0
    together: bool = False
    outside: bool = False
    reason: UnreadReason | None = None
    margin: ReadMargin | None = None
