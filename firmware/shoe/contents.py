"""Pure: the table of contents: what each signal does in each phase and during each hold.

Everything that steers the procedure stands here; docs/procedure.md's diagram is made from it. A
signal without a row is answered with a recorded refusal. A row names the phases that it may lead
to, its own apart; a test holds that no other is reached.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from firmware.shoe import back
from firmware.shoe import hold_card as card
from firmware.shoe import hold_table as table
from firmware.shoe import phase_between as between
from firmware.shoe import phase_coup as coup
from firmware.shoe.course import Course
from firmware.shoe.signals import Signal
from firmware.shoe.take import pass_card, pass_stranger, pass_unread
from firmware.shoe.words import HoldCode, Phase

Act = Callable[[Course], None]


@dataclass(frozen=True, slots=True)
class Row:
    """What is done, and the phases that it may lead to beside its own."""

    act: Act
    to: tuple[Phase, ...] = ()


S, P = Signal, Phase
_AFTER_COUP = (P.READY, P.OVER, P.COUP)
_AFTER_CARD = (P.COUP, P.REVEAL, P.COMPLETE, *_AFTER_COUP)

PHASES: dict[Phase, dict[Signal, Row]] = {
    P.NO_SHOE: {
        S.LOADED: Row(between.open_shoe, (P.CHECKLIST, P.OPENING, P.READY)),
        S.SHOE: Row(between.open_shoe, (P.CHECKLIST, P.OPENING, P.READY)),
        S.CARD: Row(between.card_without_shoe),
        S.UNREAD: Row(between.card_without_shoe),
        S.STRANGER: Row(between.card_without_shoe),
        S.REVERSED: Row(between.card_without_shoe),
    },
    P.CHECKLIST: {
        # Cards drawn too soon take their places with the last point.
        S.CONFIRM: Row(
            between.check,
            (P.OPENING, P.BURNT, P.READY, P.COUP, P.REVEAL, P.COMPLETE, P.OVER),
        ),
        S.CARD: Row(between.early_card),
        S.UNREAD: Row(between.early_card),
        S.STRANGER: Row(pass_stranger),
        S.DOUBLE: Row(pass_stranger),
        S.SHOE: Row(between.count_out, (P.COUNTING,)),
        S.LOADED: Row(between.already_open),
    },
    P.OPENING: {
        S.CARD: Row(pass_card, (P.BURNT, P.READY, P.OVER)),
        S.UNREAD: Row(between.unread_opening, (P.BURNT, P.READY, P.OVER)),
        S.STRANGER: Row(pass_stranger),
        S.DOUBLE: Row(pass_stranger),
        S.REVERSED: Row(back.went_in_between),
        S.CONFIRM: Row(between.confirm_opening_early),
        S.UNDO: Row(back.undo_between),
        S.VOID: Row(between.no_coup),
        S.SHOE: Row(between.count_out, (P.COUNTING, P.NO_SHOE)),
        S.LOADED: Row(between.already_open),
    },
    P.BURNT: {
        S.CARD: Row(between.burn_too_many),
        S.UNREAD: Row(between.burn_too_many),
        S.STRANGER: Row(pass_stranger),
        S.DOUBLE: Row(pass_stranger),
        S.REVERSED: Row(back.went_in_between, (P.OPENING,)),
        S.CONFIRM: Row(between.confirm_burn, (P.READY, P.OVER)),
        S.UNDO: Row(back.undo_between, (P.OPENING,)),
        S.VOID: Row(between.no_coup),
        S.SHOE: Row(between.count_out, (P.COUNTING, P.NO_SHOE)),
        S.LOADED: Row(between.already_open),
    },
    P.READY: {
        S.CARD: Row(pass_card, (P.COUP, P.OVER)),
        S.UNREAD: Row(pass_unread, (P.COUP, P.OVER)),
        S.STRANGER: Row(pass_stranger, (P.COUP,)),
        S.DOUBLE: Row(pass_stranger, (P.COUP,)),
        S.REVERSED: Row(back.went_in_between, (P.OPENING,)),
        # Carried cards take their places as soon as bets are closed.
        S.CONFIRM: Row(between.confirm_ready, (P.COUP, P.REVEAL, P.COMPLETE, P.OVER)),
        S.UNDO: Row(back.undo_between, (P.OPENING,)),
        S.BURN: Row(between.burn_ready),
        S.FREE: Row(between.free_ready),
        S.VOID: Row(between.no_coup),
        S.SHOE: Row(between.count_out, (P.COUNTING, P.NO_SHOE)),
        S.LOADED: Row(between.already_open),
    },
    P.COUP: {
        S.CARD: Row(pass_card, _AFTER_CARD),
        S.UNREAD: Row(pass_unread, _AFTER_COUP),
        S.STRANGER: Row(pass_stranger),
        S.DOUBLE: Row(pass_stranger),
        S.REVERSED: Row(back.take_back),
        S.CONFIRM: Row(coup.confirm_short),
        S.UNDO: Row(back.take_back),
        S.BURN: Row(coup.coup_open),
        S.FREE: Row(coup.coup_open),
        S.VOID: Row(coup.void, _AFTER_COUP),
        S.SHOE: Row(coup.coup_open),
        S.LOADED: Row(between.already_open),
    },
    P.REVEAL: {
        S.CARD: Row(coup.early_in_stage),
        S.UNREAD: Row(coup.early_in_stage),
        S.STRANGER: Row(pass_stranger),
        S.DOUBLE: Row(pass_stranger),
        S.REVERSED: Row(back.take_back, (P.COUP,)),
        S.CONFIRM: Row(coup.face, _AFTER_CARD),
        S.UNDO: Row(back.take_back, (P.COUP,)),
        S.BURN: Row(coup.coup_open),
        S.FREE: Row(coup.coup_open),
        S.VOID: Row(coup.void, _AFTER_COUP),
        S.SHOE: Row(coup.coup_open),
        S.LOADED: Row(between.already_open),
    },
    P.COMPLETE: {
        S.CARD: Row(coup.extra_card),
        S.UNREAD: Row(coup.extra_card),
        S.STRANGER: Row(pass_stranger),
        S.DOUBLE: Row(pass_stranger),
        S.REVERSED: Row(back.take_back, (P.COUP,)),
        S.CONFIRM: Row(coup.confirm_settle, _AFTER_COUP),
        S.UNDO: Row(back.take_back, (P.COUP,)),
        S.BURN: Row(coup.coup_open),
        S.FREE: Row(coup.expose),
        S.VOID: Row(coup.void, _AFTER_COUP),
        S.SHOE: Row(coup.coup_open),
        S.LOADED: Row(between.already_open),
    },
    P.OVER: {
        S.CARD: Row(between.over_card),
        S.UNREAD: Row(between.over_card),
        S.STRANGER: Row(pass_stranger),
        S.DOUBLE: Row(pass_stranger),
        S.REVERSED: Row(back.went_in_between, (P.OPENING,)),
        S.VOID: Row(between.no_coup),
        S.SHOE: Row(between.count_out, (P.COUNTING, P.NO_SHOE)),
        S.LOADED: Row(between.already_open),
    },
    P.COUNTING: {
        S.CARD: Row(between.counted, (P.NO_SHOE,)),
        S.UNREAD: Row(between.counted, (P.NO_SHOE,)),
        S.STRANGER: Row(between.counted_stranger),
        S.DOUBLE: Row(between.counted_stranger),
        S.REVERSED: Row(back.uncount),
        S.CONFIRM: Row(between.close, (P.NO_SHOE,)),
        S.UNDO: Row(back.uncount),
        S.SHOE: Row(between.close, (P.NO_SHOE,)),
        S.LOADED: Row(between.already_open),
    },
}

# What every hold does with a signal that its own rows do not name.
ANY_HOLD: dict[Signal, Act] = {
    S.CARD: card.list_pass,
    S.UNREAD: card.list_unread,
    S.STRANGER: card.list_pass,
    S.DOUBLE: card.list_pass,
    S.REVERSED: back.went_in,
    S.UNDO: card.undo_aside,
    S.VOID: card.void,
    S.SHOE: card.close,
    S.LOADED: between.already_open,
}

_LISTED: dict[Signal, Act] = {
    S.REVERSED: table.take_listed_back,
    S.UNDO: table.take_listed_back,
    S.BURN: table.burn_listed,
}
_AGREED: dict[Signal, Act] = {
    S.CARD: table.slide_unrecorded,
    S.DOUBLE: table.slide_recorded,
    S.CONFIRM: table.agree,
    S.TYPED: table.type_unrecorded,
}
_STRANGER: dict[Signal, Act] = {S.TYPED: card.spare_typed, S.REVERSED: card.undo_aside}
_ASKED: dict[Signal, Act] = {
    S.CARD: table.goes_on,
    S.UNREAD: table.goes_on_unread,
    S.STRANGER: table.goes_on_stranger,
    S.DOUBLE: table.goes_on_stranger,
    S.TYPED: table.goes_on_typed,
}

HOLDS: dict[HoldCode, dict[Signal, Act]] = {
    HoldCode.UNREAD: {
        S.CARD: card.unread_card,
        S.UNREAD: card.unread_again,
        S.STRANGER: card.unread_stranger,
        S.DOUBLE: card.unread_stranger,
        S.REVERSED: card.unread_went_in,
        S.UNDO: card.unread_undo,
        S.BURN: card.unread_burn,
        S.TYPED: card.unread_typed,
    },
    HoldCode.UNKNOWN: _STRANGER,
    HoldCode.FOREIGN: _STRANGER,
    HoldCode.DUPLICATE: {S.REVERSED: card.undo_aside},
    HoldCode.REVERSED: {
        S.CARD: card.reversed_card,
        S.UNREAD: card.reversed_unread,
        S.STRANGER: card.reversed_stranger,
        S.CONFIRM: card.reversed_confirm,
        S.TYPED: card.reversed_typed,
    },
    HoldCode.TOGETHER: {**_LISTED, S.CONFIRM: table.seat_listed},
    HoldCode.EARLY: {**_LISTED, S.CONFIRM: table.carry},
    HoldCode.EXTRA: {
        S.CARD: table.more_extra,
        S.UNREAD: table.more_extra,
        S.UNDO: table.undo_extra,
        S.REVERSED: table.undo_extra,
        S.CONFIRM: table.extra_carry,
        S.BURN: table.extra_burn,
        S.FREE: table.extra_free,
    },
    HoldCode.SHORT: {**_ASKED, S.REVERSED: table.goes_back, S.UNDO: table.goes_back},
    HoldCode.BURN: {
        **_LISTED,
        S.CARD: table.burn_card,
        S.UNREAD: table.burn_unread,
        S.TYPED: table.goes_on_typed,
    },
    HoldCode.MISDEAL: {
        **_LISTED,
        S.CARD: table.slide_listed,
        S.CONFIRM: table.seat_listed,
    },
    HoldCode.DAMAGED: {S.CONFIRM: table.supervisor_clears},
    HoldCode.POWER: _AGREED,
    HoldCode.CAMERA: {
        **_AGREED,
        S.CONFIRM: table.camera_agree,
        S.TYPED: table.camera_typed,
        S.BURN: table.burn_typed,
    },
    HoldCode.JOURNAL: _AGREED,
    HoldCode.TIMEOUT: {
        **_ASKED,
        S.CONFIRM: table.agree,
        S.REVERSED: table.goes_back,
        S.UNDO: table.goes_back,
    },
    HoldCode.HOST: {S.CONFIRM: table.supervisor_clears},
    HoldCode.RESTART: {S.CONFIRM: table.supervisor_clears},
}
