"""A card's way past the window: where it starts, how fast it goes, where it ends."""

from __future__ import annotations

import pytest

from vision.simulated.paths import Joined, OutAndBack, Path, Pulled, pulled

STEP_S = 1e-5


@pytest.mark.parametrize(
    ("path", "start", "end"),
    [
        (pulled(-7, 128, 1000, 0.3), -7, 128),
        (pulled(128, 20, 500, -0.4), 128, 20),
        (OutAndBack(-7, 60, 800, 0.2), -7, -7),
        (Joined(pulled(128, 30, 700, 0.2), 0.1, Pulled(30, 128, 500, 900)), 128, 128),
    ],
)
def test_a_path_runs_from_its_start_to_its_end_without_a_jump(
    path: Path, start: float, end: float
) -> None:
    """The speed it tells is the one at which it moves, at every moment."""
    assert path.at(0)[0] == pytest.approx(start)
    assert path.at(path.duration_s)[0] == pytest.approx(end)
    for part in range(1, 200):
        t_s = path.duration_s * part / 200
        (before, _), (now, speed) = path.at(t_s - STEP_S), path.at(t_s)
        assert abs(now - before) / STEP_S == pytest.approx(speed, rel=0.01, abs=20)


def test_a_pulls_speed_is_its_mean_and_its_pull_the_difference() -> None:
    """1 m/s for 135 mm takes 135 ms, from 0.7 to 1.3 m/s."""
    path = pulled(-7, 128, 1000, 0.3)
    assert path.duration_s == pytest.approx(0.135)
    assert (path.at(0)[1], path.at(0.135)[1]) == (pytest.approx(700), pytest.approx(1300))


def test_a_card_that_goes_back_rests_where_it_turns() -> None:
    """It stands still for as long as it was told, at the depth it was told."""
    path = OutAndBack(-7, 60, 670, 0.2)
    assert path.duration_s == pytest.approx(0.4)
    assert path.at(0.15) == (60, 0.0)
    assert path.at(0.25) == (60, 0.0)
