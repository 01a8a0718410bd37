"""Pure: the tables of `firmware.shoe.contents` as a page for people: diagram and what each does.

The words are the first sentences of the functions that the tables name, so that page and program
cannot disagree.
"""

from __future__ import annotations

from firmware.shoe.contents import ANY_HOLD, HOLDS, PHASES, Act, Row
from firmware.shoe.signals import Signal
from firmware.shoe.words import Phase


def mermaid() -> str:
    """The phases and the signals that lead from one to another, as a Mermaid state diagram."""
    lines = ["stateDiagram-v2", f"    [*] --> {Phase.NO_SHOE.value}"]
    for phase, rows in PHASES.items():
        reached: dict[Phase, dict[str, None]] = {}
        for signal, row in rows.items():
            for to in row.to:
                if to is not phase:
                    reached.setdefault(to, {})[signal.value] = None
        for to in Phase:
            if to in reached:
                lines.append(f"    {phase.value} --> {to.value}: {', '.join(reached[to])}")
    return "\n".join(lines) + "\n"


def meaning(act: Act) -> str:
    """What a function of the tables does, in its own first sentence."""
    text = (act.__doc__ or "").strip().partition("\n\n")[0]
    return " ".join(text.split())


def phase_tables() -> str:
    """What each signal does in each phase."""
    parts = []
    for phase, rows in PHASES.items():
        parts.append(
            f"### {phase.value}\n\n| signal | what happens | may lead to |\n|---|---|---|\n"
        )
        for signal in Signal:
            row: Row | None = rows.get(signal)
            if row is not None:
                to = ", ".join(each.value for each in row.to)
                parts.append(f"| {signal.value} | {meaning(row.act)} | {to} |\n")
        parts.append("\n")
    return "".join(parts)


def hold_tables() -> str:
    """What each signal does during each hold."""
    parts = ["### every hold\n\n| signal | what happens |\n|---|---|\n"]
    parts += [f"| {signal.value} | {meaning(act)} |\n" for signal, act in ANY_HOLD.items()]
    for code, rows in HOLDS.items():
        if not rows:
            continue
        parts.append(f"\n### {code.value}\n\n| signal | what happens |\n|---|---|\n")
        parts += [f"| {signal.value} | {meaning(act)} |\n" for signal, act in rows.items()]
    return "".join(parts)


def page() -> str:
    """docs/procedure.md."""
    return f"""# The procedure: phases, holds, signals

Made from `firmware/shoe/contents.py` by `tools/write_procedure.py`; a test holds that it is
current. A signal without a row is answered with a recorded refusal: it changes nothing. For what to
do at the table see [operating](operating.md).

## Phases

```mermaid
{mermaid()}```

{phase_tables()}
## Holds

While a hold stands its own rows come first, then those of every hold. Holds about the table as a
whole (power, camera, journal) may lie over another one; what answers that one answers both.

{hold_tables()}
## The same everywhere

Key, PIN, staff, host's lines, camera, power, time, CALL, the cut card and a peek mean the same in
every phase (`firmware/shoe/always.py`). After every input the shoe looks at what follows from where
it stands (`firmware/shoe/consequences.py`): warnings, settling by the last card, the end of the
shoe, and that no listed card, lost host or dead camera waits without a hold.
"""
