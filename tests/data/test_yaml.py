"""Files that are no good YAML: one clear problem each, with its line and column, and never another exception."""

import re
import time

import pytest

from balance.data.files import KEY, read_yaml

ANN = "fighters/ann.yaml"
BOB = "fighters/bob.yaml"

# What only a programmer understands, or what belongs to a library.
JARGON = re.compile(
    r"\b(None|True|False|dict\w*|instance|codec|datetime|constructor|Input|int\(|float\(|sys\.|NoneType)"
    r"|<unicode string>|<class|Keys should|List should|String should|position \d"
)


def test_the_small_ruleset_is_fine(shop):
    assert shop.said() == []
    assert shop.said_of_variants() == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("box: [BT, YT]}", "box: [BT, YT}", "4:115: not valid YAML: expected ',' or ']', but got '}'"),
        ("name: Ann", 'name: "Ann', "12:1: not valid YAML: found unexpected end of stream"),
        ("name: Ann", "name:\tAnn", "1:6: not valid YAML: found character '\\t' that cannot start any token"),
        ("cards:\n", "cards:\n\t- {}\n", "4:1: not valid YAML: found character '\\t' that cannot start any token"),
        ("name: Red Hook", "name: Red: Hook", "4:24: not valid YAML: expected ',' or '}', but got ':'"),
        ("name: Ann", "name: Ann\n---\nname: Ann", "2:1: not valid YAML: but found another document"),
        ("name: Ann", "name: *a", "1:7: not valid YAML: found undefined alias 'a'"),
        ("name: Ann", "name: Ann\nname: Eve", "2:1: field 'name' stands twice; keep one"),
        ("opening: 3,", "opening: 3, opening: 4,", "4:93: field 'opening' stands twice; keep one"),
        ("name: Ann", "name: !nice Ann", "1:7: the tag !nice is not supported; remove it"),
        (
            "name: Ann",
            "name: !!python/object:os.system Ann",
            "1:7: the tag tag:yaml.org,2002:python/object:os.system is not supported; remove it",
        ),
        ("name: Ann", "name: Ann\n? [a, b]\n: c", "2:3: a field's name must be a word"),
    ],
)
def test_one_problem_with_its_place(shop, old, new, message):
    assert shop.broken(ANN, old, new) == [f"{ANN}:{message}"]


def test_alias_is_told_where_it_stands(shop):
    """Line 1 defines the name, line 2 uses it; the use is what must go."""
    said = shop.broken(ANN, "name: Ann\nprovenance: stand-in", "name: &a stand-in\nprovenance: *a")
    assert said == [f"{ANN}:2:13: an alias (*name) is not supported; write the value out"]


def test_an_anchor_alone_does_no_harm(shop):
    assert shop.broken(ANN, "name: Ann", "name: &a Ann") == []


def test_merge_key_is_an_alias_too(shop):
    said = shop.broken(ANN, "name: Ann\n", "name: Ann\n<<: {style: x}\n")
    assert len(said) == 1
    assert said[0].startswith(f"{ANN}:2:1: ")
    assert not JARGON.search(said[0])


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ("", ""),
        ("# nothing but a remark\n", ""),
        ("hello\n", ":1:1"),
        ("- a\n- b\n", ":1:1"),
        (b"name: Ann\nstyle: Caf\xe9\n", ":2:11"),
        (b"name: A\x00nn\n", ":1:8"),
        (b"name: Ann\nstyle: \x07\n", ":2:8"),
    ],
    ids=["empty", "remark", "word", "list", "not UTF-8", "NUL", "control character"],
)
def test_a_file_that_is_no_table_of_fields(shop, content, place):
    shop.write(ANN, content)
    said = shop.said()
    assert len(said) == 1
    assert said[0].startswith(f"{ANN}{place}: ")
    assert not JARGON.search(said[0])


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("name: Ann", "name: !!int Ann", "1:7"),
        ("name: Ann", "name: !!float Ann", "1:7"),
        ("name: Ann", "name: ~", "1:7"),
        ("name: Ann", "name: true", "1:7"),
        ("name: Ann", 'name: ""', "1:7"),
        ("copies: 10, icon: RT", "copies: true, icon: RT", "4:39"),
        ("copies: 10, icon: RT", "copies: ~, icon: RT", "4:39"),
        ("copies: 10, icon: RT", f"copies: {'9' * 5000}, icon: RT", "4:39"),
        ("copies: 10, icon: RT", "copies: .inf, icon: RT", "4:39"),
        ("copies: 10, icon: RT", "copies: 0x, icon: RT", "4:39"),
        ("copies: 10, icon: RT", "copies: {}, icon: RT", "4:39"),
        ("name: Ann", "name: Ann\n1: x", "2:1"),
        ("name: Ann", "name: Ann\n~: x", "2:1"),
        ("name: Ann", "name: Ann\ntrue: x", "2:1"),
        ("name: Ann", "name: Ann\n2020-99-99: x", "2:1"),
        ("copies: 10, icon: RT", "copies: 2020-01-01, icon: RT", "4:39"),
        ("copies: 10, icon: RT", "copies: 2020-99-99, icon: RT", "4:39"),
        ("name: Ann", "name: Ann\n!x style: x", "2:1"),
        ("signatures:\n", "signatures:\n  - ~\n", "10:5"),
        ("box: [RT]}", "box: RT}", "5:108"),
        ("box: [RT]}", "box: []}\n  - 7", "6:5"),
    ],
)
def test_values_and_names_of_a_wrong_kind(shop, old, new, place):
    """One problem at its place, in the words of the file."""
    said = [line for line in shop.broken(ANN, old, new) if "One Two" not in line and "is not in the box" not in line]
    assert len(said) == 1
    assert said[0].startswith(f"{ANN}:{place}: ")
    assert len(said[0]) < 300
    assert not JARGON.search(said[0])


@pytest.mark.parametrize("name", ["2020-01-01", "2020-99-99", "2020-01-01 99:99:99", "12:30:45", "=", "<<"])
def test_dates_and_the_like_are_text(shop, name):
    """As YAML 1.2 has it."""
    assert shop.broken(ANN, "name: Ann", f"name: {name}") == []
    assert shop.load().sides["ann"].name == name


def test_anchors_of_the_same_name(shop):
    assert shop.broken(ANN, "name: Ann\nprovenance: ", "name: &a Ann\nprovenance: &a ") == []


def test_a_value_left_out_is_missed_on_its_line(shop):
    said = shop.broken(ANN, "name: Ann", "name:")
    assert len(said) == 1
    assert said[0].startswith(f"{ANN}:1:")
    assert not JARGON.search(said[0])


def test_laughing_file_is_read_at_once(shop):
    """Nine levels of nine aliases: 9**9 nodes if they were followed."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)]
    shop.write(ANN, "\n".join(lines))
    start = time.perf_counter()
    said = shop.said()
    assert time.perf_counter() - start < 30  # minutes or for ever, before
    assert f"{ANN}:2:10: an alias (*name) is not supported; write the value out" in said
    assert len(said) <= 81


@pytest.mark.parametrize(
    "text",
    [
        "a: " + "[" * 5000 + "]" * 5000,
        "a: " + "{a: " * 5000 + "1" + "}" * 5000,
        "".join(" " * depth + f"a{depth}:\n" for depth in range(1200)),
        "- " * 5000,
    ],
    ids=["lists", "tables", "indents", "dashes"],
)
def test_deep_nesting(shop, text):
    shop.write(ANN, text)
    start = time.perf_counter()
    said = shop.said()
    assert len(said) == 1
    assert said[0].startswith(f"{ANN}:")
    assert said[0].endswith("not valid YAML: nested too deeply")
    assert time.perf_counter() - start < 30  # minutes or for ever, before


def test_byte_order_mark_and_line_ends_do_no_harm(shop):
    text = (shop.folder / ANN).read_text(encoding="utf-8")
    shop.write(ANN, b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert shop.said() == []
    shop.edit(ANN, "copies: 10, icon: BS", "copies: 9, icon: BS")
    assert shop.said() == [f"{ANN}:4:3: the deck has 49 cards; expected 50 (+1)"]


def test_letters_of_all_languages(shop):
    shop.edit(ANN, "name: Ann", "name: Åñn 拳 🥊")
    assert shop.load().sides["ann"].name == "Åñn 拳 🥊"
    assert shop.broken(ANN, "start: true, star: true", "start: true, 拳: true") == [
        f"{ANN}:6:63: unknown field '拳'; known: slot, name, copies, icon, start, star, initiative, opening, combo,"
        " box, doubtful, note."
    ]


def test_positions_of_keys_and_values(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_text("a: 1\nb:\n  - c: two\n    d: [3, 4]\n", encoding="utf-8")
    document, problems = read_yaml(path)
    assert problems == []
    assert document.tree == {"a": 1, "b": [{"c": "two", "d": [3, 4]}]}
    assert document.positions[("a",)] == (1, 4)
    assert document.positions[("a", KEY)] == (1, 1)
    assert document.positions[("b", 0, "d", 1)] == (4, 12)
    assert str(document.place(("b", 0, "d", 1, "nowhere"))) == f"{path}:4:12"
    assert str(document.place(("b", 0, "d", 7))) == f"{path}:4:8"


def test_yaml_1_2(tmp_path):
    """Neither the Norway problem nor octal surprises."""
    path = tmp_path / "x.yaml"
    path.write_text("[no, yes, on, off, 010, 1:30, 0o17, 1_0, null, true]", encoding="utf-8")
    assert read_yaml(path)[0].tree == ["no", "yes", "on", "off", 10, "1:30", 15, "1_0", None, True]


def test_a_file_that_cannot_be_read(shop):
    (shop.folder / BOB).unlink()
    (shop.folder / BOB).mkdir()
    said = shop.said()
    assert len(said) == 1
    assert said[0].startswith(f"{BOB}: cannot be read")
    assert "Errno" not in said[0]


@pytest.mark.parametrize("name", ["options.yaml", "policies.yaml"])
def test_a_missing_file(shop, name):
    (shop.folder / name).unlink()
    said = shop.said()
    assert len(said) == 1
    assert said[0].startswith(f"{name}: cannot be read")
    assert "Errno" not in said[0]


def test_no_fighters(shop):
    (shop.folder / ANN).unlink()
    (shop.folder / BOB).unlink()
    assert shop.said() == ["fighters: no files; expected one YAML file for each of the fighters"]
