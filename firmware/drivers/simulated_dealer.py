"""Shell: a dealer with a shuffled set in hand, twin of the one at the table.

Looks at what the shoe asks for, as a dealer looks at the OLED, and then slides a card past the
simulated camera or presses a button. Keeps the truth of what was drawn, for whoever compares.
Now and then a card can't be read: it is taken back and slid again, as a dealer would.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol, assert_never

from firmware.baccarat.drawing import next_position
from firmware.baccarat.profile import BetsBy
from firmware.codes.book import CodeBook
from firmware.codes.physical import PhysicalCard
from firmware.shoe.state import Hold, Shoe, State
from firmware.shoe.take import blocked
from firmware.shoe.words import By, HoldCode, Phase
from vision.frame import Frame
from vision.simulated import shows
from vision.simulated.camera import SimulatedCamera
from vision.simulated.shows import CardOut, CutOut, Print, Show, SlidAgain, SpoiledOut, Wait

_LOOK_S = 0.5  # between two looks at a display that says to wait
_PATIENCE = 480  # idle frames (4 s at 120 fps); a button that is held takes 2 s


class DealerStuck(RuntimeError):
    """The shoe asks for something that this dealer does not know, or does not answer."""


class Desk(Protocol):
    """What the dealer's eyes and hands reach beside the cards."""

    def close(self, use: str) -> None:
        """Press the button (`confirm`, `shoe`, …) and keep it down."""
        ...

    def open(self, use: str) -> None:
        """Let go of it."""
        ...

    def state(self) -> State:
        """What the shoe shows, once everything seen so far has taken effect."""
        ...


@dataclass(slots=True)
class Truth:
    """What was really drawn from one shoe."""

    shoe: int
    set_id: str
    order: list[PhysicalCard | None]
    """The shuffled set; None is the cut card."""
    burnt: list[PhysicalCard] = field(default_factory=list)
    coups: list[list[PhysicalCard]] = field(default_factory=list)
    cut_at: int | None = None
    unread: int = 0


class SimulatedDealer:
    """A source of frames: the camera's view while `shoe_count` shoes are dealt.

    `unread` is the chance that a card comes out unreadable at first, `pause_s` what passes before
    each card. Everything comes again with the same `seed`. With a number of shoes to deal, what
    this dealer can't mend raises DealerStuck; without, it waits for whoever can.
    """

    def __init__(
        self,
        camera: SimulatedCamera,
        books: tuple[CodeBook, ...],
        desk: Desk,
        seed: int,
        shoe_count: int | None = 1,
        unread: float = 0.01,
        pause_s: float = 0.0,
        progress: Callable[[], None] = lambda: None,
    ) -> None:
        self.truths: list[Truth] = []
        self.passes: list[shows.Truth] = []
        """What each pass really was, as the camera's own truth has it."""
        self._camera = camera
        self._books = books
        self._codes = {
            book.set_id: {card: code for code, card in book.entries.items()} for book in books
        }
        self._desk = desk
        self._random = random.Random(seed)
        self._shoes = shoe_count
        self._unread = unread
        self._pause_s = pause_s
        self._progress = progress
        self._drawn = 0
        self._in_hand: PhysicalCard | None = None
        self._closed = False

    def frames(self) -> Iterator[Frame]:
        """The view until the last shoe is closed. Raises DealerStuck."""
        yield from self._camera.play(Wait(0.5))
        while not self._finished():
            before = self._desk.state()
            match self._act(before):
                case str(use):
                    self._desk.close(use)
                    yield from self._until_noticed(before, use)
                    self._desk.open(use)
                    yield from self._camera.play(Wait(0.1))
                case Wait() as wait:
                    yield from self._camera.play(wait)
                case show:
                    yield from self._camera.play(Wait(self._pause_s))
                    played = self._camera.stage(show)
                    self.passes.extend(played.truth)
                    yield from played.frames
                    yield from self._until_noticed(before, "a card")
        yield from self._camera.play(Wait(0.2))

    def close(self) -> None:
        """Let go of the cards: frames end at the next one."""
        self._closed = True

    def _finished(self) -> bool:
        if self._closed:
            return True
        done = self._shoes is not None and len(self.truths) >= self._shoes
        return done and self._desk.state().phase is Phase.NO_SHOE

    def _until_noticed(self, before: State, what: str) -> Iterator[Frame]:
        """Wait, as a dealer does, until the display has moved on."""
        for _ in range(_PATIENCE):
            if self._desk.state() is not before or self._closed:
                return
            yield self._camera.idle()
        if self._shoes is not None:
            raise DealerStuck(f"the shoe took no notice of {what} in phase {before.phase.value}")
        while self._desk.state() is before and not self._closed:
            yield self._camera.idle()

    def _act(self, state: State) -> Show | str:
        """The next thing to do: a show for the camera, or the name of a button."""
        if state.hold is not None:
            return self._mend(state, state.hold)
        bets_open = state.phase is Phase.READY and blocked(state)
        if state.desk.locked or state.desk.pause is not None:
            return Wait(_LOOK_S)
        if bets_open:
            by_button = state.profile.bets_by is BetsBy.BUTTON
            return "confirm" if by_button else Wait(_LOOK_S)
        match state.phase:
            case Phase.NO_SHOE | Phase.OVER | Phase.COUNTING:
                return "shoe"
            case Phase.CHECKLIST | Phase.BURNT | Phase.COMPLETE | Phase.REVEAL:
                return "confirm"
            case Phase.OPENING | Phase.READY | Phase.COUP:
                return self._draw(state)
            case phase:
                assert_never(phase)

    def _mend(self, state: State, hold: Hold) -> Show | str:
        match hold.code:
            case HoldCode.UNREAD if not hold.armed:
                return "undo"
            case HoldCode.UNREAD if self._in_hand is not None:
                return CardOut(self._print(self._in_hand))
            case HoldCode.POWER | HoldCode.JOURNAL | HoldCode.CAMERA if hold.by is By.DEALER:
                card = self._unrecorded(state)
                return "confirm" if card is None else SlidAgain(self._print(card))
            case HoldCode.EARLY if state.desk.locked or state.desk.pause is not None:
                return Wait(_LOOK_S)
            case HoldCode.EARLY | HoldCode.TIMEOUT | HoldCode.RESTART:
                return "confirm"
            case code:
                if self._shoes is not None:
                    raise DealerStuck(f"hold {code.value}: this needs a supervisor")
                return Wait(_LOOK_S)

    def _unrecorded(self, state: State) -> PhysicalCard | None:
        """The card drawn last, if it lies on the table and the shoe does not know of it."""
        if state.shoe is None or any(each.physical == self._in_hand for each in state.shoe.gone):
            return None
        return self._in_hand

    def _shuffle(self, shoe: Shoe) -> None:
        """Shuffle the set that was put in, the cut card where the profile wants it.

        After a power cut only what is still in the shoe can come out of it.
        """
        gone = {each.physical for each in shoe.gone}
        cards: list[PhysicalCard | None] = [*sorted(set(self._codes[shoe.set_id]) - gone)]
        self._random.shuffle(cards)
        if shoe.profile.cut_card_at is not None and not shoe.cut_seen:
            cards.insert(max(len(cards) - shoe.profile.cut_card_at, 0), None)
        self.truths.append(Truth(shoe.number, shoe.set_id, cards))
        self._drawn = 0

    def _draw(self, state: State) -> Show:
        shoe = state.shoe
        assert shoe is not None, "these phases have a shoe"
        if not self.truths or self.truths[-1].shoe != shoe.number:
            self._shuffle(shoe)
        truth = self.truths[-1]
        card = truth.order[self._drawn]
        self._drawn += 1
        self._progress()
        if card is None:
            truth.cut_at = self._drawn - 1
            return CutOut(self._book.cut_code)
        self._in_hand = card
        if state.phase is Phase.OPENING or (state.phase is Phase.READY and shoe.burns_due):
            truth.burnt.append(card)
        else:
            self._seat(truth, card)
        if self._random.random() < self._unread:
            truth.unread += 1
            return SpoiledOut(self._print(card))
        return CardOut(self._print(card))

    @staticmethod
    def _seat(truth: Truth, card: PhysicalCard) -> None:
        """Into the open coup by the drawing rules alone, whatever the shoe thinks."""
        open_coup = truth.coups[-1] if truth.coups else None
        if open_coup is None or next_position(tuple(each.card for each in open_coup)) is None:
            truth.coups.append([card])
        else:
            open_coup.append(card)

    @property
    def _book(self) -> CodeBook:
        return next(book for book in self._books if book.set_id == self.truths[-1].set_id)

    def _print(self, card: PhysicalCard) -> Print:
        return Print(self._codes[self.truths[-1].set_id][card], str(card.card))
