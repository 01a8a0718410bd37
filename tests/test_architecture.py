"""The house keeps its shape: imports run one way, and a Pure module does no I/O."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MAY_IMPORT = {
    "vision": {"vision"},
    "firmware": {"firmware", "vision"},
    "display": {"display", "firmware", "vision"},
}
# What reaches outside: clocks, files, threads, chance, logs, devices, processes.
_SHELL_ONLY = (
    "asyncio cv2 gpiozero io logging luma multiprocessing os pathlib picamera2 pyzbar queue random "
    "secrets select serial shutil signal socket sqlite3 subprocess sys tempfile threading time "
    "zxingcpp"
)
SHELL_ONLY = set(_SHELL_ONLY.split())
PURE_PACKAGES = ("firmware/baccarat", "firmware/shoe", "firmware/feed", "firmware/codes")
MODULES = sorted(
    path
    for package in MAY_IMPORT
    for path in (ROOT / package).rglob("*.py")
    if path.name != "__init__.py"
)


@cache
def imports(path: Path) -> set[str]:
    """Every module that the file imports, at any depth, as dotted names."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            assert node.module is not None
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


@cache
def kind(path: Path) -> str:
    """`Pure` or `Shell`, the first word of the module's docstring."""
    docstring = ast.get_docstring(ast.parse(path.read_text())) or ""
    return docstring.partition(":")[0]


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_imports_run_display_to_firmware_to_vision(path: Path) -> None:
    """display may import firmware and vision, firmware vision, vision nothing of ours."""
    package = path.relative_to(ROOT).parts[0]
    ours = {module.partition(".")[0] for module in imports(path)} & set(MAY_IMPORT)
    assert ours <= MAY_IMPORT[package]


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_module_says_whether_it_is_pure_or_shell(path: Path) -> None:
    """The docstring's first word tells, and the packages that are Pure hold no Shell."""
    assert kind(path) in {"Pure", "Shell"}
    if name(path).startswith(PURE_PACKAGES):
        assert kind(path) == "Pure"


@pytest.mark.parametrize("path", [path for path in MODULES if kind(path) == "Pure"], ids=name)
def test_a_pure_module_reaches_nothing_outside(path: Path) -> None:
    """No clock, file, thread, chance or log, and no module of ours that has them."""
    used = imports(path)
    assert {module.partition(".")[0] for module in used} & SHELL_ONLY == set()
    shells = {
        ".".join(other.relative_to(ROOT).with_suffix("").parts)
        for other in MODULES
        if kind(other) == "Shell"
    }
    assert used & shells == set()
