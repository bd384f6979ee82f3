"""The committed gallery is what this version makes."""

from tests.gallery import gallery


def test_the_gallery_is_what_this_version_makes():
    stale = [name for name, made in gallery.made().items() if (gallery.FOLDER / name).read_bytes() != made]
    assert stale == [], "look at what changed, then write them anew with scripts/gallery"


def test_the_gallery_holds_nothing_else_and_stays_small():
    assert sorted(path.name for path in gallery.FOLDER.iterdir()) == sorted(gallery.KEPT)
    assert sum(path.stat().st_size for path in gallery.FOLDER.iterdir()) < 400_000


def test_the_command_is_in_the_readme_of_the_reports():
    readme = (gallery.ROOT / "reports" / "README.md").read_text(encoding="utf-8")
    assert f"balance {' '.join(gallery.command())}" in readme
