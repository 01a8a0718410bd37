"""Pure: the check digits of a card's code, ISO 7064 MOD 97-10. Knows no cards."""

from __future__ import annotations


def sound(code: str) -> bool:
    """Whether `code` is all digits and its last two are the check digits of the others.

    ISO 7064 MOD 97-10: the whole number leaves 1 when divided by 97.
    """
    return code.isascii() and code.isdigit() and len(code) > 2 and int(code) % 97 == 1
