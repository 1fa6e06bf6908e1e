"""What pairs are called where a board is shown."""

from __future__ import annotations

from pipeline.kinds.tsunagi.labels import label, shown_labels
from pipeline.kinds.tsunagi.puzzle import LETTERS


def test_label_is_a_letter_up_to_26_pairs_and_then_a_number() -> None:
    """All pairs of a board are called in one way, so that no label is like another."""
    assert [label("ABC", pair) for pair in range(3)] == ["A", "B", "C"]
    assert label(LETTERS[:26], 25) == "Z"
    assert [label(LETTERS[:27], pair) for pair in (0, 16, 26)] == ["1", "17", "27"]
    assert [label(LETTERS, pair) for pair in (0, 2, 38, 81)] == ["1", "3", "39", "82"]


def test_shown_labels_keep_small_letters_of_waypoints_and_number_them_on_large_boards() -> None:
    """A waypoint has what its pair has, small where that is a letter."""
    assert shown_labels(("AaA", "B.B"), LETTERS[:36], LETTERS[36:62]) == {"A": "A", "B": "B", "a": "a", "b": "b"}
    many = shown_labels((LETTERS[:30] * 2 + "c",), LETTERS[:36], LETTERS[36:62])
    assert (many["C"], many["c"], many["3"]) == ("3", "3", "30")
    most = shown_labels((LETTERS * 2,), LETTERS, "")
    assert (most["C"], most["c"], most["~"]) == ("3", "39", "81")
    assert len(set(most.values())) == len(LETTERS)
