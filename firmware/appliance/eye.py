"""Shell: the camera's thread: frames from a source through the reader into the inbox.

Owns the translation of a printed code into a card of the set that is open, and says when the
window can't be seen. Knows no rule of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from firmware.codes.book import Cut
from firmware.codes.physical import PhysicalCard
from firmware.codes.sets import CardSets, Foreign, Own, Unknown
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


def pass_seen(sets: CardSets, passed: CardPass, set_id: str, evidence: str = "") -> PassSeen:
    """What `passed` means while set `set_id` is in the shoe.

    A card of another set, its cut card too, is foreign once it is out; one that went back in
    stays reversed or a peek, with a note.
    """
    sight, card, note = SIGHTS[passed.kind], None, ""
    if passed.reason is not None:
        note = passed.reason.value
    if passed.reason is UnreadReason.STRANGER:
        sight, note = Sight.UNKNOWN, passed.code or ""
    elif passed.code is not None:
        out = sight in (Sight.CARD, Sight.CUT)
        match sets.identify(passed.code, set_id):
            case Own(Cut()):
                sight = Sight.CUT if out else sight
            case Own(PhysicalCard() as own):
                card = own
            case Foreign(other, what):
                sight = Sight.FOREIGN if out else sight
                note = f"{what.value if isinstance(what, Cut) else what} of set {other}"
            case Unknown(code):
                sight, note = Sight.UNKNOWN if out else sight, code
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
        sets: CardSets,
        put: Callable[[Input], None],
        set_id: Callable[[], str],
        looked: Callable[[int], None],
        kept: Callable[[CardPass, Reader], str],
    ) -> None:
        self._reader = reader
        self._sets = sets
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
        if trouble is UnreadReason.STUCK:
            # A dealer may hold a card in the mouth while players make up their minds.
            trouble = None
        if trouble is not self._trouble:
            self._trouble = trouble
            self._put(
                CameraBack(frame.t_ns) if trouble is None else CameraLost(frame.t_ns, trouble.value)
            )

    def _tell(self, passes: tuple[CardPass, ...]) -> None:
        for passed in passes:
            name = self._kept(passed, self._reader)
            self._put(pass_seen(self._sets, passed, self._set_id(), name))
