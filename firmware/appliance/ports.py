"""Shell: the feed's ports as the configuration names them, woken after each step.

Owns what ports are told of the moment (HELLO, STATE, …), how a host's line becomes an input, and
what the dealer is told when a port fails. Knows no device: those are in `firmware.drivers`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Protocol

from firmware.appliance.daemon import Step
from firmware.appliance.inbox import Inbox
from firmware.config import Config, PortKind, PortSection
from firmware.drivers.clock import Clock
from firmware.drivers.port import HostInbox, HostRequest, PortStatus
from firmware.drivers.pty_cable import PtyCable
from firmware.drivers.serial_port import SerialPort, SerialSettings
from firmware.drivers.socket_port import SocketPort, SocketSettings
from firmware.feed import snapshot
from firmware.feed.dialects import dialect
from firmware.feed.host import Asked, HostError, command
from firmware.feed.message import Audience, Message
from firmware.shoe.state import State

CLOCK_SET_MS = 1_704_067_200_000
"""A wall clock before 2024 was never set: a Pi without a battery starts in 1970 or at its image."""


class Port(Protocol):
    """What every port can do; none of it waits but `stop`."""

    status: PortStatus

    def start(self) -> None:
        """Begin to serve."""
        ...

    def wake(self) -> None:
        """There are new lines."""
        ...

    def tell(self, message: Message) -> None:
        """Send a message that is no event."""
        ...

    def stop(self, wait_s: float = 5.0) -> bool:
        """Send what is recorded and end; False: it did not get through."""
        ...


class Moment:
    """The moment's messages for every port, made of the daemon's state when asked."""

    def __init__(
        self,
        config: Config,
        state: Callable[[], State],
        clock: Clock,
        over: Callable[[Message], Message] = lambda prompt: prompt,
    ) -> None:
        self._config = config
        self._state = state
        self._clock = clock
        self._over = over
        self._test = config.mode == "test"
        self._fw = version("dealer-shoe")

    def hello(self, audience: Audience) -> Message:
        """HELLO without `next`."""
        clock_set = self._clock.wall_ms() >= CLOCK_SET_MS
        table = self._config.table.name
        return snapshot.hello(self._state(), self._fw, table, self._test, clock_set)

    def state(self, audience: Audience) -> Message:
        """STATE as this audience may see it."""
        return snapshot.state_message(self._state(), audience)

    def history(self, audience: Audience) -> tuple[Message, ...]:
        """HISTORY in its parts."""
        return snapshot.history(self._state())

    def prompt(self, audience: Audience) -> Message:
        """PROMPT."""
        return self._over(snapshot.prompt(self._state(), self._test))


class Ports:
    """All ports of one shoe; a watcher of the daemon. `failed` is told what a port's thread raised.

    Raises PortError, JournalError or ValueError where a port can't be made.
    """

    def __init__(
        self,
        config: Config,
        journal: Path,
        moment: Moment,
        inbox: Inbox,
        clock: Clock,
        failed: Callable[[BaseException], None],
    ) -> None:
        self._cables: list[PtyCable] = []
        host = host_inbox(inbox, clock)
        try:
            self.ports: tuple[Port, ...] = tuple(
                self._made(section, journal, moment, host, failed) for section in config.port
            )
        except BaseException:
            self._unplug()
            raise

    def _made(
        self,
        section: PortSection,
        journal: Path,
        moment: Moment,
        host: HostInbox,
        failed: Callable[[BaseException], None],
    ) -> Port:
        if section.kind is PortKind.SOCKET:
            settings = SocketSettings(section.name, Path(section.device), section.audience)
            return SocketPort(settings, journal, moment, host, failed)
        device = section.device
        if section.kind is PortKind.PTY:
            # A cable without hardware: its far end is found under the configured name.
            self._cables.append(PtyCable(Path(section.device) if section.device else None))
            device = self._cables[-1].shoe_end
        return SerialPort(
            SerialSettings(
                section.name,
                device,
                dialect(section.dialect),
                section.audience,
                section.baud,
                section.snapshot_s,
            ),
            journal,
            moment,
            failed,
        )

    def start(self) -> None:
        """Open them all."""
        for port in self.ports:
            port.start()

    def stop(self, wait_s: float = 5.0) -> bool:
        """Send what is recorded, and close; False where some of it did not get through."""
        sent = [port.stop(wait_s) for port in self.ports]
        self._unplug()
        return all(sent)

    def _unplug(self) -> None:
        for cable in self._cables:
            cable.close()

    def stepped(self, step: Step) -> None:
        """There may be new lines, and the moment may have changed."""
        if step.events:
            for port in self.ports:
                port.wake()

    def faulted(self, why: str) -> None:
        """What can't be journaled is told without a number."""
        fault = snapshot.fault(why)
        for port in self.ports:
            port.tell(fault)


def host_inbox(inbox: Inbox, clock: Clock) -> HostInbox:
    """Takes clients' commands: what is none is answered at once, the rest when it took effect."""

    def take(request: HostRequest) -> bool:
        match command(request.message, clock.now_ns()):
            case HostError(code):
                request.answer(code)
            case Asked():
                request.answer("unknown")
            case given:
                return inbox.put_host(given, request.answer)
        return True

    return take
