"""What STATE says stands only as long as it does."""

from __future__ import annotations

from click.testing import CliRunner

from firmware.commands.replay import replay


def last_state(script: str, *options: str) -> str:
    """The last STATE line of a script."""
    done = CliRunner().invoke(replay, ["-", "--prompts", *options], input=script)
    assert done.exit_code == 0, done.output
    return [line for line in done.output.splitlines() if " STATE " in line][-1]


def test_an_extra_card_put_back_is_no_warning_any_more() -> None:
    """Else the dealer reads it all evening."""
    deal = "open\ncard 4S\ncard 9H\ncard 5D\ncard 9C\ncard 2S\n"
    confirm = ("--set", "settle=confirm")
    assert "warn=extra" in last_state(deal, *confirm)
    assert "warn=-" in last_state(deal + "press undo\n", *confirm)
    assert "warn=-" in last_state(deal + "press undo\npress confirm\n", *confirm)


def test_a_void_coup_has_no_number() -> None:
    """The next coup gets it: two coups with one number would be one to a client."""
    state = last_state("open\ncard 4S\nhold void\n")
    assert "coup=1 number=-" in state
    assert "coup=2 number=1" in last_state("open\ncard 4S\nhold void\ncard 2C\n")
