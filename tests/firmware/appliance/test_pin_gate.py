"""A supervisor names himself by id and PIN; the journal learns who, never the digits."""

from __future__ import annotations

from firmware.appliance.pin_gate import PinGate
from firmware.feed.snapshot import prompt
from firmware.shoe.decide import decide
from firmware.shoe.evolve import fold
from firmware.shoe.inputs import Button, ButtonPressed, Input, KeyTurned, PinEntered, Tick
from firmware.shoe.state import House, State
from firmware.tables import load_profile


class Table:
    """A gate before a procedure, in one thread."""

    def __init__(self, supervisors: tuple[tuple[str, str], ...]) -> None:
        ids = tuple(who for who, _ in supervisors)
        self.state = State(House(load_profile("live8"), supervisors=ids))
        self.passed: list[Input] = []
        self.gate = PinGate(supervisors, lambda: self.state, self.take)

    def take(self, given: Input) -> None:
        self.passed.append(given)
        self.state = fold(self.state, decide(self.state, given))

    def press(self, *buttons: Button) -> None:
        for button in buttons:
            self.gate.put(ButtonPressed(0, button))

    def shown(self) -> tuple[str, str, str]:
        message = self.gate.prompt(prompt(self.state))
        return message.get("menu"), message.get("item"), message.get("typed")


def test_the_right_pin_names_the_supervisor() -> None:
    """Id, then digit by digit; only the outcome passes on."""
    table = Table((("s1", "12"), ("s2", "90")))
    table.gate.put(KeyTurned(0, True))
    table.press(Button.FREE)
    assert table.shown() == ("supervisor", "s1", "-")
    table.press(Button.FREE, Button.CONFIRM)
    assert table.shown() == ("pin", "0", "-")
    table.press(Button.BURN, Button.CONFIRM)
    assert table.shown() == ("pin", "0", "*")
    table.press(Button.CONFIRM)
    told = [given for given in table.passed if not isinstance(given, Tick)]
    assert told == [KeyTurned(0, True), PinEntered(0, "s2", True)]
    assert table.state.desk.supervisor == "s2"
    assert table.shown() == ("", "", "")


def test_a_wrong_pin_is_recorded_and_opens_nothing() -> None:
    """The refusal names the PIN, not its digits."""
    table = Table((("s1", "12"),))
    table.gate.put(KeyTurned(0, True))
    table.press(Button.FREE, Button.CONFIRM, Button.CONFIRM, Button.CONFIRM)
    assert table.passed[-2:] == [PinEntered(0, "s1", False), Tick(0)]
    assert table.state.desk.supervisor == ""
    assert table.state.desk.refused == "PinEntered:pin"


def test_undo_goes_back_and_out() -> None:
    """Digit by digit, then the id, then out."""
    table = Table((("s1", "12"),))
    table.gate.put(KeyTurned(0, True))
    table.press(Button.FREE, Button.CONFIRM, Button.CONFIRM, Button.UNDO)
    assert table.shown() == ("pin", "0", "-")
    table.press(Button.UNDO)
    assert table.shown() == ("supervisor", "s1", "-")
    table.press(Button.UNDO)
    assert table.shown() == ("", "", "")


def test_without_supervisors_every_press_passes() -> None:
    """Where the house lists none, the key alone serves."""
    table = Table(())
    table.gate.put(KeyTurned(0, True))
    table.press(Button.FREE)
    assert table.passed[-1] == ButtonPressed(0, Button.FREE)
    assert table.state.desk.menu is not None
