"""Shell: the appliance, built by constructor in one place from its configuration, then run.

Owns which driver stands where and how everything starts and ends. Knows no rule and no pixel.
Every thread is named here or in `docs/architecture.md`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from firmware.appliance.daemon import Daemon, Step
from firmware.appliance.eye import Eye
from firmware.appliance.gallery import Gallery
from firmware.appliance.inbox import Inbox
from firmware.appliance.pin_gate import PinGate
from firmware.appliance.ports import Moment, Ports
from firmware.appliance.restore import power_restored, restore
from firmware.appliance.setup import house_sets
from firmware.appliance.simulated_table import (
    FrameClock,
    SimulatedDesk,
    simulated_dealer,
)
from firmware.config import CameraDriver, Config
from firmware.drivers.buttons import Buttons
from firmware.drivers.clock import Clock, SystemClock
from firmware.drivers.journal import Journal
from firmware.drivers.lamp import Lamp
from firmware.drivers.lamp_signal import lamp_signal
from firmware.drivers.pins import open_factory
from firmware.drivers.port import PortState
from firmware.drivers.simulated_dealer import SimulatedDealer
from firmware.drivers.strobe import Strobe
from firmware.drivers.watchdog import Watchdog, open_notify
from firmware.shoe import state as shoe_state
from firmware.shoe.inputs import CameraBack, CameraLost, Input
from firmware.tables import load_profile
from vision.frame import Frame, FrameSource, SourceError
from vision.reader import Reader

_FIRST_PAUSE_S = 0.5
_LONGEST_PAUSE_S = 30.0
_BETWEEN_CARDS_S = 1.0  # about what a dealer takes from one card to the next


class Appliance:
    """One shoe with everything around it. `run` blocks until it is stopped or its source ends.

    `shoes` and `speed` steer simulated hardware alone: how many shoes are dealt (None: for ever)
    and how fast time goes (None: as fast as frames can be drawn). `progress` is called at each card
    drawn, `kept` may put frames away on their way to the reader. `told` takes a line for the log
    whenever the camera, a port or the journal fails or comes back.
    """

    def __init__(
        self,
        config: Config,
        shoes: int | None = None,
        speed: float | None = 1.0,
        progress: Callable[[], None] = lambda: None,
        kept: Callable[[Iterator[Frame]], Iterator[Frame]] = lambda frames: frames,
        told: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.config = config
        self.profile = load_profile(config.table.profile)
        card_sets = house_sets(config, self.profile)
        self.books = card_sets.books
        simulated = config.camera.driver is not CameraDriver.PICAMERA2
        self._frame_clock = FrameClock(speed) if simulated else None
        self.clock: Clock = self._frame_clock.clock if self._frame_clock else SystemClock()
        self.inbox = Inbox()
        self._kept = kept
        self._log = told
        self._logged: dict[str, str] = {}
        self.error: BaseException | None = None
        self._ended = threading.Event()
        self._frame_ns: int | None = None
        self.dealer: SimulatedDealer | None = None
        with ExitStack() as opened:
            self.journal = Journal.open(Path(config.journal.path))
            opened.callback(self.journal.close)
            sets = tuple(book.set_id for book in self.books)
            house = shoe_state.House(self.profile, sets, config.supervisors.ids)
            self.daemon = Daemon(self.journal, self.clock, restore(self.journal.reader, house))
            factory = open_factory(config.pins)
            self._strobe = Strobe(config.pins, factory)
            opened.callback(self._strobe.close)
            self._lamp = Lamp(config.pins, factory, self.clock)
            opened.callback(self._lamp.close)
            pins = dict(zip_longest(config.supervisors.ids, config.supervisors.pins, fillvalue=""))
            self._gate = PinGate(tuple(pins.items()), lambda: self.daemon.state, self.inbox.put)
            self._buttons = Buttons(config.pins, factory, self._gate.put, self.clock)
            opened.callback(self._buttons.close)
            moment = Moment(config, lambda: self.daemon.state, self.clock, self._gate.prompt)
            self.ports = Ports(
                config, self.journal.path, moment, self.inbox, self.clock, self._failed
            )
            opened.callback(self.ports.stop)
            if config.camera.driver is CameraDriver.SIMULATED:
                desk = SimulatedDesk(factory, config.pins, self.inbox, lambda: self.daemon.state)
                pause_s = 0.0 if speed is None else _BETWEEN_CARDS_S
                self.dealer = simulated_dealer(config, self.books, desk, shoes, pause_s, progress)
            settings = replace(config.reader, symbology=card_sets.symbology)
            reader = Reader(settings, card_sets.valid, card_sets.cuts)
            self._opened = opened.pop_all()
        self._watchdog = Watchdog(open_notify())
        self._gallery = Gallery(
            config.evidence,
            self.inbox.put,
            self.clock,
            self._shoe_name,
            lambda: self.daemon.state.desk.boot,
        )
        self._eye = Eye(
            reader, card_sets, self._seen, self._set_id, self._looked, self._gallery.keep
        )
        self.daemon.watchers = (self, self.ports)

    def run(self) -> None:
        """Recover, serve, deal; until `stop`, the source's end or a fault. Raises the fault.

        Everything is closed in the end, also where a port can't be opened. Not to be run again.
        """
        eye = threading.Thread(target=self._guarded, args=(self._watch,), name="eye", daemon=True)
        hook = threading.excepthook
        # Threads of drivers have nobody else to tell.
        threading.excepthook = lambda args: self._failed(args.exc_value or SystemExit())
        try:
            with self._opened:
                try:
                    self._start(eye)
                    self.daemon.run(self.inbox, lambda: not self._ended.is_set())
                finally:
                    self._finish(eye)
        finally:
            threading.excepthook = hook
        if self.error is not None:
            raise self.error

    def _start(self, eye: threading.Thread) -> None:
        now_ns, wall_ms = self.clock.now_ns(), self.clock.wall_ms()
        self.daemon.take(power_restored(self.journal.reader, now_ns, wall_ms))
        self.ports.start()
        if self._frame_clock is None:
            self._buttons.start()
            self._lamp.start()
        self._strobe.light(True)
        eye.start()
        self._watchdog.ready()

    def _finish(self, eye: threading.Thread) -> None:
        self._watchdog.stopping()
        self._ended.set()
        if eye.ident is not None:
            eye.join(2.0)
        self._gallery.close()
        # What was seen before the end is still worth recording.
        self.daemon.drain(self.inbox)

    def stop(self) -> None:
        """End soon, from any thread or a signal's handler."""
        self._ended.set()

    def stepped(self, step: Step) -> None:
        """Show what happened; vouch for being alive while frames come."""
        self._lamp.give(lamp_signal(step.after))
        now_ns = self.clock.now_ns()
        age_ns = 0 if self._frame_ns is None else now_ns - self._frame_ns
        if age_ns < self.config.camera.frame_age_ms * 1_000_000:
            self._watchdog.alive(now_ns)
        self._look_at_ports()

    def faulted(self, why: str) -> None:
        """Tell systemd and the log what can't be journaled."""
        text = why or "journal: written again"
        self._watchdog.status(text)
        self._tell("journal", text)
        self._look_at_ports()

    def _look_at_ports(self) -> None:
        for port in self.ports.ports:
            status = port.status
            if status.why or status.state is PortState.OPEN:
                why = f": {status.why}" if status.why else ""
                self._tell(status.name, f"port {status.name} {status.state.value}{why}")

    def _seen(self, given: Input) -> None:
        """What the camera's thread has to say, on its way to the inbox."""
        match given:
            case CameraLost(why=why):
                self._tell("camera", f"camera lost: {why}")
            case CameraBack():
                self._tell("camera", f"camera {self.config.camera.driver.value} sees")
        self.inbox.put(given)

    def _tell(self, what: str, line: str) -> None:
        """To the log, once for each change."""
        if self._logged.get(what) != line:
            self._logged[what] = line
            self._log(line)

    def _watch(self) -> None:
        """The eye's thread: open the camera, and again if it is not there; look until it ends."""
        pause_s = _FIRST_PAUSE_S
        while not self._ended.is_set():
            try:
                source = self._open_source()
            except SourceError as error:
                self._seen(CameraLost(self.clock.now_ns(), str(error)))
                self._ended.wait(pause_s)
                pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)
                continue
            try:
                self._eye.run(self._kept(source.frames()), lambda: not self._ended.is_set())
            except SourceError as error:
                # A camera that broke once is only trusted by a new process (docs/reading.md).
                self._seen(CameraLost(self.clock.now_ns(), str(error)))
                raise
            finally:
                self._frame_ns = None
                source.close()
            self.inbox.wait_idle(_LONGEST_PAUSE_S)
            self.stop()

    def _open_source(self) -> FrameSource:
        camera = self.config.camera
        match camera.driver:
            case CameraDriver.SIMULATED:
                assert self.dealer is not None
                return self.dealer
            case CameraDriver.FOLDER:
                from vision.sources.folder import FolderSource

                return FolderSource(Path(camera.path), camera.fps)
            case CameraDriver.VIDEO:
                from vision.sources.video import VideoSource

                return VideoSource(Path(camera.path), camera.fps)
            case CameraDriver.PICAMERA2:
                from vision.sources.pi_camera import CameraSettings, open_camera

                return open_camera(
                    CameraSettings(
                        camera.width,
                        camera.height,
                        camera.fps,
                        camera.exposure_us,
                        camera.gain,
                        camera.frame_age_ms / 1000,
                    )
                )

    def _looked(self, t_ns: int) -> None:
        """A frame came: time goes on, and in a simulation buttons and lamp with it."""
        if self._frame_clock is not None:
            self._frame_clock.looked(t_ns)
            self._buttons.scan()
            self._lamp.step()
        self._frame_ns = self.clock.now_ns()

    def _set_id(self) -> str:
        shoe = self.daemon.state.shoe
        return "" if shoe is None else shoe.set_id

    def _shoe_name(self) -> str:
        shoe = self.daemon.state.shoe
        return "no-shoe" if shoe is None else f"shoe-{shoe.number:05}"

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - handed on whole: it ends the process
            self._failed(error)

    def _failed(self, error: BaseException) -> None:
        """What a thread raised ends the process: systemd starts it again."""
        self.error = self.error or error
        self._ended.set()
