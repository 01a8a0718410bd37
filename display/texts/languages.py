"""Pure: the texts of each language, by the language. Owns the list of languages, no text."""

from __future__ import annotations

from typing import assert_never

from display.texts import english, vietnamese
from display.texts.words import Language, Texts


def texts(language: Language) -> Texts:
    """The texts of a language."""
    match language:
        case Language.ENGLISH:
            return english.TEXTS
        case Language.VIETNAMESE:
            return vietnamese.TEXTS
        case _:
            assert_never(language)
