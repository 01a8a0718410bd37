"""Shell: what a configuration needs on this disk before a shoe can run: its sets, its journal.

Owns the rules beyond the file itself (those are in `firmware.config`), told all at once, for `shoe
run` and `shoe config check` alike. Opens no device.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from firmware.appliance.simulated_table import simulated_books
from firmware.baccarat.profile import Profile
from firmware.codes.book import BookError, CodeBook, read_book
from firmware.codes.sets import CardSets, SetError
from firmware.config import CameraDriver, Config, Fault, PinDriver, PortKind
from firmware.feed.host import LONGEST_TEXT, short


class SetupError(RuntimeError):
    """A configuration that can't be run; `faults` says what to do, key by key."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("; ".join(f"{key}: {text}" for key, text in faults))
        self.faults = faults


def house_sets(config: Config, profile: Profile | None) -> CardSets:
    """The house's sets; without code books those of a simulation. Raises SetupError with all.

    `profile` None: it is wrong itself, and what depends on it is not looked at.
    """
    faults = [*_hardware(config), *_journal(config), *_sockets(config)]
    books, wrong = _books(config, profile)
    faults += wrong
    faults += _names(config, profile, tuple(book.set_id for book in books))
    try:
        sets = CardSets(books)
    except SetError as error:
        faults.append(("codes.books", str(error)))
    if faults:
        raise SetupError(tuple(faults))
    return sets


def _hardware(config: Config) -> Iterator[Fault]:
    simulated = config.camera.driver is CameraDriver.SIMULATED
    if simulated and config.pins.driver is not PinDriver.SIMULATED:
        yield (
            "pins.driver",
            'camera.driver "simulated" deals by itself and presses mock pins: write'
            ' pins.driver = "simulated", or choose a real camera',
        )


def _journal(config: Config) -> Iterator[Fault]:
    path = Path(config.journal.path)
    if path.is_dir():
        yield "journal.path", f"{path} is a folder; name the file in it"
    elif not path.parent.is_dir():
        yield "journal.path", f"there is no folder {path.parent}; make it"


def _sockets(config: Config) -> Iterator[Fault]:
    for n, port in enumerate(config.port):
        folder = Path(port.device).parent
        if port.kind is PortKind.SOCKET and not folder.is_dir():
            yield f"port[{n}].device", f"there is no folder {folder}; make it"


def _books(
    config: Config, profile: Profile | None
) -> tuple[tuple[CodeBook, ...], tuple[Fault, ...]]:
    """The books that can be read and fit, and what is wrong with the others."""
    if not config.codes.books:
        if config.camera.driver is CameraDriver.PICAMERA2:
            why = "is empty: name the set's code book (make one: shoe codes make)"
            return (), (("codes.books", why),)
        return (() if profile is None else simulated_books(profile.decks, config.camera.seed)), ()
    books, faults = list[CodeBook](), list[Fault]()
    for n, name in enumerate(config.codes.books):
        key = f"codes.books[{n}]"
        try:
            book = read_book(Path(name).read_text("utf-8"), name)
        except OSError as error:
            faults.append((key, f"{name} can't be read ({error.strerror})"))
        except UnicodeDecodeError:
            faults.append((key, f"{name} is no code book (not UTF-8 text)"))
        except BookError as error:
            faults.append((key, str(error)))
        else:
            books.append(book)
            if profile is not None and book.decks != profile.decks:
                why = f"holds {book.decks} decks, the table's profile deals {profile.decks}"
                faults.append((key, f"{name} {why}: name another book or profile"))
    return tuple(books), tuple(faults)


def _names(config: Config, profile: Profile | None, sets: tuple[str, ...]) -> Iterator[Fault]:
    """Names that would make a line of the feed too long to be sent."""
    for key, what, names in (
        ("supervisors.ids", "", config.supervisors.ids),
        ("table.profile", "the profile's name ", () if profile is None else (profile.name,)),
        ("codes.books", "the set's name ", sets),
    ):
        for name in names:
            if not short(name):
                yield key, f"{what}{name!r} is too long, {LONGEST_TEXT} bytes are the most"
