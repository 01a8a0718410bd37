"""The presence gate: an empty mouth and a covered one, in a few pixels."""

from __future__ import annotations

import numpy as np
import pytest

from vision.gate import Grid, glance, learn, learn_live, still, unmoved, updated
from vision.sighting import Span


def empty(seed: int, noise: float = 2.0, level: int = 40) -> Grid:
    draw = np.random.default_rng(seed)
    shade = np.linspace(0, 12, 80)[None, :]
    return (level + shade + draw.normal(0, noise, (32, 80))).astype(np.int16)


def with_card(grid: Grid, first: int, last: int, level: int = 190) -> Grid:
    grid = grid.copy()
    grid[first:last, 4:76] += level - 40
    return grid


BACKGROUND = learn_live(tuple(empty(n) for n in range(12)))
assert BACKGROUND is not None


def test_an_empty_mouth_is_clear() -> None:
    """Noise is no card."""
    assert all(glance(empty(n), BACKGROUND).span is None for n in range(100, 160))


def test_what_covers_is_told_as_a_share_of_the_field() -> None:
    """From the first covered row to the last."""
    assert glance(with_card(empty(50), 8, 24), BACKGROUND).span == Span(8 / 32, 24 / 32)


def test_a_warming_lamp_is_followed() -> None:
    """The background goes along slowly; a card is never learned by that."""
    background = BACKGROUND
    for step in range(400):
        grid = empty(step, level=40 + step // 20)
        assert glance(grid, background).span is None
        background = updated(background, grid)
    assert glance(with_card(empty(1, level=60), 4, 20), background).span is not None


def test_the_empty_mouth_is_found_among_frames_with_cards() -> None:
    """Most frames may show moving cards: what looks the same again is the background."""
    moving = [with_card(empty(n), n % 20, n % 20 + 10) for n in range(30)]
    found = learn((*moving, *(empty(n) for n in range(60, 66))))
    assert found is not None
    assert abs(int(found.middle.mean()) - int(empty(0).mean())) <= 2


def test_frames_that_all_differ_teach_nothing() -> None:
    """No two alike: no background, rather than a wrong one."""
    assert learn(tuple(with_card(empty(n), n * 2, n * 2 + 8) for n in range(12))) is None
    assert learn(()) is None


def test_a_moving_card_is_never_taken_for_the_background() -> None:
    """Live, all frames of the row must be alike."""
    frames = [empty(n) for n in range(11)]
    assert learn_live((*frames, with_card(empty(11), 0, 6))) is None


@pytest.mark.parametrize("noise", [0.5, 5.0, 12.0])
def test_noise_is_not_motion(noise: float) -> None:
    """However noisy the sensor: an unmoved view is unmoved."""
    assert unmoved(empty(1, noise), empty(2, noise))
    assert not unmoved(empty(1, noise), with_card(empty(2, noise), 10, 16))


def test_still_is_what_stays_where_it_is() -> None:
    """A card that lies, and one that moves by a row."""
    one = with_card(empty(1), 5, 25)
    assert still(one, with_card(empty(2), 5, 25), 2.0)
    assert not still(one, with_card(empty(3), 6, 26), 2.0)


def test_plain_plastic_and_a_printed_face_differ() -> None:
    """The cut card has no texture, not even where the lamp mirrors in it."""
    plain = with_card(empty(1), 4, 28, level=110)
    plain[15:17, 40:43] = 250
    assert glance(plain, BACKGROUND).plain
    face = with_card(empty(1), 4, 28)
    face[8:24, 10:70:6] = 60
    assert not glance(face, BACKGROUND).plain


def test_a_dead_lamp_is_dark() -> None:
    """All light gone is not a card."""
    assert glance((empty(1) * 0.1).astype(np.int16), BACKGROUND).dark
    assert not glance(with_card(empty(1), 4, 28), BACKGROUND).dark


def test_a_shifted_view_is_like_the_background_and_not_it() -> None:
    """A knocked camera sees the same things elsewhere."""
    marked = tuple(with_card(empty(n), 10, 12, level=120) for n in range(12))
    background = learn_live(marked)
    assert background is not None
    seen = glance(with_card(empty(40), 14, 16, level=120), background)
    assert seen.span is not None
    assert seen.alike
    assert not glance(with_card(empty(40), 0, 30), background).alike


def test_a_cut_card_nearly_as_bright_as_the_mouth_is_not_learned() -> None:
    """Its frames look much like the empty ones; taken for noise they would blind the gate."""
    cut = [with_card(empty(n, level=120), 0, 4 + 4 * n, level=60) for n in range(7)]
    found = learn((*(empty(n, level=120) for n in range(30, 50)), *cut))
    assert found is not None
    assert found.threshold < 20
    assert glance(cut[5], found).span is not None


def test_a_dim_card_is_seen() -> None:
    """A tenth of the light that it should have: ten grey levels between card and mouth."""
    dark = learn_live(tuple(empty(n, noise=0.7, level=3) for n in range(12)))
    assert dark is not None
    assert glance(with_card(empty(40, noise=0.7, level=3), 6, 20, level=52), dark).span is not None


def test_bad_pixels_are_no_card() -> None:
    """One sample in fifty far off, at other places in every frame."""

    def spotted(seed: int) -> Grid:
        grid = empty(seed)
        draw = np.random.default_rng(seed)
        grid[draw.random(grid.shape) < 0.02] += 25
        return grid

    background = learn(tuple(spotted(n) for n in range(20)))
    assert background is not None
    assert all(glance(spotted(n), background).span is None for n in range(30, 60))
