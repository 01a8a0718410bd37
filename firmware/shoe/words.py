"""Pure: the fixed words of the procedure: phases, holds, reasons, fates. Knows no rule.

Every value is the word that feed, journal and scripts use (feed.md, rules.md).
"""

from __future__ import annotations

from enum import Enum
from typing import Final


class Phase(Enum):
    """Where the shoe stands; what a button means depends on it and on the hold."""

    NO_SHOE = "no_shoe"
    CHECKLIST = "checklist"
    OPENING = "opening"
    BURNT = "burnt"
    READY = "ready"
    COUP = "coup"
    REVEAL = "reveal"
    COMPLETE = "complete"
    OVER = "over"
    COUNTING = "counting"


OPEN_PHASES: Final = (Phase.OPENING, Phase.BURNT, Phase.COUP, Phase.REVEAL, Phase.COMPLETE)
"""Where a card may lie on the table that is not recorded."""


class HoldCode(Enum):
    """Why dealing waits (feed.md, `HOLD`)."""

    UNREAD = "unread"
    UNKNOWN = "unknown"
    FOREIGN = "foreign"
    DUPLICATE = "duplicate"
    REVERSED = "reversed"
    TOGETHER = "together"
    EARLY = "early"
    EXTRA = "extra"
    SHORT = "short"
    BURN = "burn"
    MISDEAL = "misdeal"
    DAMAGED = "damaged"
    POWER = "power"
    CAMERA = "camera"
    JOURNAL = "journal"
    TIMEOUT = "timeout"
    HOST = "host"
    RESTART = "restart"


LAYERS: Final = (HoldCode.POWER, HoldCode.JOURNAL, HoldCode.CAMERA)
"""Holds about the table as a whole, which may lie over one about a card."""


class Advice(Enum):
    """What to do about a hold: a key of the displays' texts, not a text."""

    RESCAN = "rescan"  # UNDO, then slide the same card again
    SLIDE = "slide"  # slide the card named once more
    TYPE = "type"  # supervisor types the card
    DECIDE = "decide"  # supervisor voids, admits the card as a spare, or closes the shoe
    VOID = "void"  # void the coup or close the shoe
    ORDER = "order"  # supervisor confirms the order, top card first
    CARRY = "carry"  # CONFIRM keeps the card for its turn, BURN burns it
    DRAW = "draw"  # draw the card that is due
    BURN_ON = "burn_on"  # go on burning
    PUT_BACK = "put_back"  # UNDO and put the card back, or supervisor burns it
    ASIDE = "aside"  # slide the listed cards again, or supervisor seats them in order
    FATE = "fate"  # supervisor confirms what becomes of the extra cards
    AGREE = "agree"  # compare the table with the display, then CONFIRM
    WAIT = "wait"  # comes right by itself, or supervisor confirms
    CALL = "call"  # call the supervisor, who voids or frees the coup
    CLOSE = "close"  # the shoe is over: hold SHOE
    EXCHANGE = "exchange"  # supervisor takes the card out and lets a spare in


class By(Enum):
    """Who can clear a hold, and who did something."""

    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    HOST = "host"
    SHOE = "shoe"


class VoidReason(Enum):
    """Why a coup does not count (rules.md; S1)."""

    UNREAD = "unread"
    MISMATCH = "mismatch"
    WRONG_PLACE = "wrong_place"
    TECHNICAL = "technical"
    ORDER = "order"
    DAMAGED = "damaged"
    DROPPED = "dropped"
    UNSEEN = "unseen"
    EXPOSED = "exposed"
    NO_CUT_CARD = "no_cut_card"
    MISSCAN = "misscan"
    OUT_OF_CARDS = "out_of_cards"
    OTHER = "other"


VOID_REASON: Final = {
    HoldCode.UNREAD: VoidReason.UNREAD,
    HoldCode.UNKNOWN: VoidReason.MISSCAN,
    HoldCode.FOREIGN: VoidReason.MISSCAN,
    HoldCode.DUPLICATE: VoidReason.MISMATCH,
    HoldCode.REVERSED: VoidReason.ORDER,
    HoldCode.TOGETHER: VoidReason.ORDER,
    HoldCode.EARLY: VoidReason.ORDER,
    HoldCode.EXTRA: VoidReason.ORDER,
    HoldCode.SHORT: VoidReason.ORDER,
    HoldCode.BURN: VoidReason.ORDER,
    HoldCode.MISDEAL: VoidReason.WRONG_PLACE,
    HoldCode.DAMAGED: VoidReason.DAMAGED,
    HoldCode.POWER: VoidReason.TECHNICAL,
    HoldCode.CAMERA: VoidReason.TECHNICAL,
    HoldCode.JOURNAL: VoidReason.TECHNICAL,
    HoldCode.TIMEOUT: VoidReason.TECHNICAL,
    HoldCode.HOST: VoidReason.TECHNICAL,
    HoldCode.RESTART: VoidReason.TECHNICAL,
}
"""The reason that a dealer's held VOID records when a hold stands."""


class Warn(Enum):
    """What dealer and table software are warned of (feed.md, `WARN`)."""

    BELOW = "below"
    CUT = "cut"
    CUT_OVERDUE = "cut_overdue"
    LAST_COUP = "last_coup"
    BETS_CLOSED = "bets_closed"
    EXTRA = "extra"
    PEEKS = "peeks"
    UNSHUFFLED = "unshuffled"


class CheckItem(Enum):
    """The opening's checklist (S1: security card; S0: cut card)."""

    SET = "set"
    SECURITY = "security"
    CUT = "cut"


class BurnWhy(Enum):
    """Why a card was burnt (feed.md, `BURN`)."""

    OPEN = "open"
    COUP = "coup"
    EXTRA = "extra"


class Fate(Enum):
    """What became of a card that left the shoe."""

    DEALT = "dealt"
    BURNT_SHOWN = "burnt_shown"
    BURNT = "burnt"
    UNREAD = "unread"
    LISTED = "listed"
    COUNTED = "counted"
    SPARE = "spare"
    STRANGE = "strange"
    DOUBLE = "double"
    EXCHANGED = "exchanged"


OF_THE_SET: Final = frozenset(
    {
        Fate.DEALT,
        Fate.BURNT_SHOWN,
        Fate.BURNT,
        Fate.UNREAD,
        Fate.LISTED,
        Fate.COUNTED,
        Fate.EXCHANGED,
    }
)
"""Fates of the set's own cards: each is one card fewer in the shoe."""


class Origin(Enum):
    """Where a card that is seated or burnt comes from."""

    SHOE = "shoe"  # it leaves the shoe now
    UNREAD = "unread"  # it left unread before
    LISTED = "listed"  # it left during a hold, or as a card drawn too soon
    SPARE = "spare"  # it is not of the set


class ExtraFate(Enum):
    """What becomes of extra cards (`extra_one`, `extra_exposed`, `extra_two`)."""

    BURN = "burn"
    CARRY = "carry"
    FREE = "free"
    HOLD = "hold"


class Refusal(Enum):
    """Why an input had no effect; recorded and told to whoever gave it."""

    NOTHING = "nothing"  # the button means nothing now
    KEY = "key"  # needs the supervisor's key
    PIN = "pin"  # needs the supervisor's PIN
    HOLD = "hold"  # a hold comes first
    COUP = "coup"  # a coup is open
    NO_COUP = "no_coup"  # no coup is open
    NO_SHOE = "no_shoe"
    OPEN = "open"  # a shoe is open
    RETIRED = "retired"  # the set is retired
    FREE_MAX = "free_max"
    COUNT = "count"  # more of that card than the set has
    ORDER = "order"  # the cards make no coup
    OTHER_CARD = "other_card"  # not the card that is waited for
    RECORDED = "recorded"  # that card is recorded already
    MANUAL = "manual"  # typed coups are off in this profile
    VALUE = "value"  # no such coup, reason, card
