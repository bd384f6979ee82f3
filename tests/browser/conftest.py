"""One browser a session, and the report of one small run whose names are markup."""

import os
import shutil
from pathlib import Path

import pytest

import balance
from balance.report import build, html
from balance.report.extra import play_extra
from balance.runs.executor import run
from balance.runs.manifest import manifest_of
from balance.runs.store import Store
from tests.games import data_of

EVIL = "<img src=x onerror=\"document.title='broken'\">"
SIDES = ("boris", "gaekere", "grace")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
)  # fmt: skip


def found(*names):
    """Return the first of some programs that is on the path, None if none is."""
    return next((path for name in names if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def driver(tmp_path_factory):
    """Return a headless browser; the tests are skipped without one, unless $BALANCE_TEST_BROWSER is "required"."""
    browser, service = found("chromium", "chromium-browser", "google-chrome"), found("chromedriver")
    if browser is None or service is None:
        missing = "no Chromium and chromedriver on the path (Debian: apt-get install chromium chromium-driver)"
        if os.environ.get("BALANCE_TEST_BROWSER") == "required":
            pytest.fail(missing)
        pytest.skip(missing)
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = browser
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('browser')}"):
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(service))
    yield driver
    driver.quit()


@pytest.fixture(scope="session")
def report(tmp_path_factory):
    """Return the report of a small run: a fighter, a card and the data's title are markup, a fighter is a stand-in."""
    edits = (
        f"ruleset.title={EVIL}", f"fighters.boris.name={EVIL}", "fighters.grace.provenance=stand-in",
        f"fighters.gaekere.cards.roll.name={EVIL}",
    )  # fmt: skip
    data = data_of("combo-fighter", edits)
    store = Store(tmp_path_factory.mktemp("store"))
    result = balance.simulate(
        data, games=40, policies=("standard", "expert"), sides=SIDES, jobs=1, store=store.folder
    )  # fmt: skip
    extra = play_extra(
        result, lambda plan: run(plan, store, jobs=1, is_keeping=True), card_games=20, is_forcing=True, skill_games=20
    )
    manifest = manifest_of(result, ["balance", "matchups", "combo-fighter"])
    return build.build(result, manifest, balance.matchups(result), extra=extra)


@pytest.fixture(scope="session")
def address(report, tmp_path_factory) -> str:
    """Return the address of the report as a file."""
    path: Path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(html.render(report), encoding="utf-8")
    return path.as_uri()


def load(driver, address):
    """Open the page anew and wait until its script has done what it does at first.

    By way of an empty page: the same address again is a reload. A busy machine may report either before it is done.
    """
    from selenium.webdriver.support.ui import WebDriverWait

    driver.get("about:blank")
    driver.get(address)
    is_done = (
        "return document.readyState === 'complete' && document.querySelector('h1') !== null"
        " && document.querySelector('.scripted') === null"
    )
    WebDriverWait(driver, 60).until(lambda driver: driver.execute_script(is_done))


@pytest.fixture
def page(driver, address):
    """Return the browser with the report newly opened on a wide screen, and nothing complained about in the end."""
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": 1280, "height": 900, "deviceScaleFactor": 1, "mobile": False},
    )
    load(driver, address)
    yield driver
    assert driver.get_log("browser") == []
