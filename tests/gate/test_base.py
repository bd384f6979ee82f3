"""Which base a head is compared with, and what is said where there is none."""

import shutil

import pytest

from balance import rules
from balance.errors import IncomparableError, UsageError
from balance.gate.base import find_base
from balance.gate.sources import load_head

RULESET = rules.get("combo-fighter")


def opening(data):
    return next(card.opening for card in data.sides["boris"].cards if card.name == "Headbutt")


def test_merge_base_is_where_the_branch_left(repository):
    repository.git("switch", "-q", "main")
    repository.edit("fighters/boris.yaml", "opening: 4", "opening: 9")
    repository.commit()
    repository.git("switch", "-q", "edit")
    repository.edit("fighters/boris.yaml", "opening: 4", "opening: 5")
    head = load_head(RULESET, None)
    base = find_base(RULESET, head, None)
    assert (opening(base.data), opening(head)) == (4, 5)
    assert base.name.startswith("merge base with main, the commit that is checked out (")
    assert opening(find_base(RULESET, head, "main").data) == 9
    repository.commit()
    assert find_base(RULESET, head, None).name.startswith("merge base with main (")


def test_staged_and_untracked_files_of_the_head_count(repository):
    shutil.copyfile(repository.rules / "fighters/boris.yaml", repository.rules / "fighters/boriz.yaml")
    head = load_head(RULESET, None)
    assert "boriz" in head.sides
    assert "boriz" not in find_base(RULESET, head, None).data.sides


def test_edits_alone_are_compared_with_the_data_without_them(bare):
    head = load_head(RULESET, None, edits=["fighters.boris.cards.headbutt.opening=5"])
    base = find_base(RULESET, head, None)
    assert (opening(base.data), opening(head)) == (4, 5)
    assert base.name == "the same data without the edits"


def test_folder_of_rulesets_or_of_one_under_any_name(bare):
    shutil.copytree(bare.rules, bare.folder / "copy")
    shutil.copytree(bare.folder / "rulesets", bare.folder / "all")
    for name in ("copy/fighters", "all/combo-fighter/fighters"):
        path = bare.folder / name / "boris.yaml"
        path.write_text(path.read_text(encoding="utf-8").replace("opening: 4", "opening: 3"), encoding="utf-8")
    head = load_head(RULESET, None)
    assert [opening(find_base(RULESET, head, name).data) for name in ("copy", "all", "all/combo-fighter")] == [3, 3, 3]


def test_one_file_in_an_earlier_version(bare):
    (bare.folder / "earlier").mkdir()
    text = (bare.rules / "fighters/boris.yaml").read_text(encoding="utf-8").replace("opening: 4", "opening: 3")
    (bare.folder / "earlier/boris.yaml").write_text(text, encoding="utf-8")
    base = find_base(RULESET, load_head(RULESET, None), "earlier/boris.yaml")
    assert opening(base.data) == 3
    (bare.folder / "other.yaml").write_text("x: 1", encoding="utf-8")
    with pytest.raises(UsageError, match="has no file of that name"):
        find_base(RULESET, load_head(RULESET, None), "other.yaml")
    # A change that was accepted under the name of a fighter is no version of the fighter.
    (bare.rules / "changes").mkdir(exist_ok=True)
    (bare.rules / "changes/boris.yaml").write_text("x: 1", encoding="utf-8")
    assert opening(find_base(RULESET, load_head(RULESET, None), "earlier/boris.yaml").data) == 3
    (bare.folder / "earlier/random.yaml").write_text("x: 1", encoding="utf-8")
    for folder in ("one", "two"):
        (bare.rules / folder).mkdir()
        (bare.rules / folder / "random.yaml").write_text("x: 1", encoding="utf-8")
    with pytest.raises(UsageError, match=r"has several files of that name, one/random\.yaml and two/random\.yaml"):
        find_base(RULESET, load_head(RULESET, None), "earlier/random.yaml")


def test_a_released_baseline(bare):
    assert bare.balance("baseline", "build", "combo-fighter", "--games", "2")[0] == 0
    bare.edit("fighters/boris.yaml", "opening: 4", "opening: 5")
    head = load_head(RULESET, None)
    assert opening(find_base(RULESET, head, "rulesets/combo-fighter/baseline.jsonl").data) == 4


def test_no_repository(bare):
    with pytest.raises(IncomparableError, match="no base: not a git repository"):
        find_base(RULESET, load_head(RULESET, None), None)
    with pytest.raises(UsageError, match="--base HEAD: no such file or folder, and no commit"):
        find_base(RULESET, load_head(RULESET, None), "HEAD")


def test_no_main_branch(repository):
    repository.git("branch", "-D", "main")
    with pytest.raises(IncomparableError, match="fetch the main branch, or name a base with --base"):
        find_base(RULESET, load_head(RULESET, None), None)


@pytest.mark.parametrize("name", ["no-such-branch", "--upload-pack=x", "HEAD:README", ""])
def test_no_such_commit(repository, name):
    with pytest.raises(IncomparableError, match="no folder, no file and no commit"):
        find_base(RULESET, load_head(RULESET, None), name)


def test_a_commit_without_the_ruleset(repository):
    repository.git("switch", "-q", "--orphan", "empty")
    repository.git("commit", "-q", "--allow-empty", "-m", "x")
    repository.git("switch", "-q", "edit")
    with pytest.raises(IncomparableError, match="has no rulesets/combo-fighter"):
        find_base(RULESET, load_head(RULESET, None), "empty")


def test_a_base_that_cannot_be_read_says_where(repository):
    line = repository.edit("fighters/boris.yaml", "opening: 4", "opening: 400")
    repository.commit()
    repository.git("branch", "broken")
    repository.edit("fighters/boris.yaml", "opening: 400", "opening: 4")
    message = (
        rf"broken \(\w+\) cannot be read by this version: combo-fighter/fighters/boris.yaml:{line}:\d+: 400 is wrong"
    )
    with pytest.raises(IncomparableError, match=message):
        find_base(RULESET, load_head(RULESET, None), "broken")


def test_the_paths_of_a_hook_do_not_lead_astray(repository, monkeypatch, tmp_path):
    """A hook runs with the paths of its repository in the environment, relative to another folder."""
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", "nothing")
    assert find_base(RULESET, load_head(RULESET, None), None).name.startswith("merge base")


def test_a_branch_may_be_called_like_a_folder(repository):
    (repository.folder / "main").mkdir()
    repository.edit("fighters/boris.yaml", "opening: 4", "opening: 5")
    head = load_head(RULESET, None)
    assert opening(find_base(RULESET, head, "main").data) == 4
    (repository.folder / "empty").mkdir()
    with pytest.raises(UsageError, match="--base empty: this folder has no combo-fighter, nor a commit"):
        find_base(RULESET, head, "empty")
