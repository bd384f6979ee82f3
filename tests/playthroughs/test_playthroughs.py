"""Golden games as text: an unintended change of rules, luck, data or words shows as a readable difference."""

import pytest

from tests.playthroughs.playthroughs import FOLDER, expected_files, told

FILES = expected_files()


def test_no_playthrough_is_missing_or_left_over():
    assert sorted(FOLDER.glob("*.txt")) == sorted(FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_playthrough(path):
    expected, found = path.read_text(encoding="utf-8"), told(*FILES[path])
    for number, (old, new) in enumerate(zip(expected.splitlines(), found.splitlines(), strict=False), 1):
        assert new == old, f"{path.name}:{number} (scripts/playthroughs writes them anew when the change is meant)"
    assert found == expected
