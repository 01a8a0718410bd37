"""Shell: writes docs/procedure.md from the procedure's own tables."""

from pathlib import Path

from firmware.shoe.diagram import page

Path(__file__).resolve().parent.parent.joinpath("docs/procedure.md").write_text(page(), "utf-8")
