"""Shell: the camera's thread: frames from a source through the reader into the inbox.

Owns the translation of a printed code into a card of the set that is open, and says when the
window can't be seen. Knows no rule of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from firmware.codes.book import CodeBook, Cut
from firmware.shoe.inputs import CameraBack, CameraLost, Input, PassSeen, Sight
from vision.frame import Frame
from vision.passes import CardPass, PassKind, UnreadReason
from vision.reader import Reader

SIGHTS = {
    PassKind.CARD: Sight.CARD,
    PassKind.UNREAD: Sight.UNREAD,
    PassKind.CUT: Sight.CUT,
    PassKind.REVERSED: Sight.REVERSED,
    PassKind.PEEK: Sight.PEEK,
}


@dataclass(frozen=True, slots=True)
class House:
    """The code books of the house's sets; a code of another set than the open one is foreign."""

    books: tuple[CodeBook, ...]

    @property
    def valid(self) -> frozenset[str]:
        """Every code of every set, cut cards too: what the reader may accept."""
        return frozenset[str]().union(*(book.valid for book in self.books))

    def seen(self, passed: CardPass, set_id: str, evidence: str = "") -> PassSeen:
        """What `passed` means while set `set_id` is in the shoe."""
        sight, card, note = SIGHTS[passed.kind], None, ""
        if passed.reason is not None:
            note = passed.reason.value
        if passed.code is not None:
            owner = next((book for book in self.books if book.identify(passed.code)), None)
            found = owner.identify(passed.code) if owner else None
            if passed.reason is UnreadReason.STRANGER:
                sight, note = Sight.UNKNOWN, passed.code
            elif isinstance(found, Cut):
                sight = Sight.CUT if sight is Sight.CARD else sight
            elif owner is not None and owner.set_id != set_id:
                sight, note = Sight.FOREIGN, f"{found} of set {owner.set_id}"
            else:
                card = found
        return PassSeen(passed.t_ns, sight, card, passed.outside, passed.together, evidence, note)


class Eye:
    """Looks at frames until the source ends. Not for two threads at once.

    `put` takes what was seen; `set_id` says which set is in the shoe; `looked` is told each
    frame's sensor time (a watchdog, a virtual clock); `kept` is given each pass with its
    sharpest picture and answers with the name under which it keeps it.
    """

    def __init__(
        self,
        reader: Reader,
        house: House,
        put: Callable[[Input], None],
        set_id: Callable[[], str],
        looked: Callable[[int], None],
        kept: Callable[[CardPass, Reader], str],
    ) -> None:
        self._reader = reader
        self._house = house
        self._put = put
        self._set_id = set_id
        self._looked = looked
        self._kept = kept
        self._trouble: UnreadReason | None = None

    def run(self, frames: Iterator[Frame], going: Callable[[], bool] = lambda: True) -> None:
        """Look until `frames` end or `going` says no. Raises their source's SourceError."""
        first = True
        for frame in frames:
            if first:
                self._put(CameraBack(frame.t_ns))
                first = False
            self.look(frame)
            if not going():
                break
        self._tell(self._reader.flush())

    def look(self, frame: Frame) -> None:
        """Take one frame."""
        self._looked(frame.t_ns)
        self._tell(self._reader.look(frame))
        trouble = self._reader.trouble
        if trouble is not self._trouble:
            self._trouble = trouble
            self._put(
                CameraBack(frame.t_ns) if trouble is None else CameraLost(frame.t_ns, trouble.value)
            )

    def _tell(self, passes: tuple[CardPass, ...]) -> None:
        for passed in passes:
            name = self._kept(passed, self._reader)
            self._put(self._house.seen(passed, self._set_id(), name))
