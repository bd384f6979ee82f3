"""The report in a browser: everything that a reader can press, on paper, in the dark, on a phone, by the keyboard."""

import json
import time

import pytest

from .conftest import EVIL, load

pytest.importorskip("selenium")

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

# The contrast of every text on the page that can be seen, as WCAG 2 has it, with the nearest background behind it.
CONTRASTS = """
const parse = (colour) => colour.match(/[\\d.]+/g).map(Number);
const light = (c) => { const [r, g, b] = c.map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const behind = (element) => { for (; element; element = element.parentElement) {
  const colour = parse(getComputedStyle(element).backgroundColor);
  if (colour.length < 4 || colour[3] === 1) return colour; }
  return [255, 255, 255]; };
const found = [];
for (const element of document.querySelectorAll("body *")) {
  const has = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  if (!has || !element.checkVisibility()) continue;
  const style = getComputedStyle(element);
  const ink = element instanceof SVGElement ? style.fill : style.color;
  const [one, two] = [light(parse(ink).slice(0, 3)), light(behind(element).slice(0, 3))].sort((a, b) => b - a);
  const contrast = (one + 0.05) / (two + 0.05);
  if (contrast < 4.5) found.push(`${element.tagName}: ${element.textContent.slice(0, 40)}: ${contrast.toFixed(2)}`);
}
return found;
"""


def texts(page, selector):
    """Return the texts of the elements that are shown."""
    return page.execute_script(
        "const found = [...document.querySelectorAll(arguments[0])];"
        "return found.filter((element) => element.checkVisibility()).map((element) => element.innerText)",
        selector,
    )


def one(page, selector):
    return page.find_element("css selector", selector)


def press(page, text, within="#controls"):
    button = next(b for b in one(page, within).find_elements("tag name", "button") if b.text == text)
    button.click()
    return button


def card(page):
    """Wait for the card beside a cell and return it."""
    return WebDriverWait(page, 5).until(lambda page: (found := one(page, ".card")).is_displayed() and found)


def cell(page, row=0, column=1):
    """Return the link of a cell of the first table of scores, as it is ordered now."""
    rows = page.find_elements("css selector", ".grid tbody tr")
    return rows[row].find_elements("css selector", "td a")[column]


def emulate(page, media="", **features):
    page.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"media": media, "features": [{"name": name.replace("_", "-"), "value": v} for name, v in features.items()]},
    )


def on_a_phone(page):
    page.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True}
    )
    load(page, page.current_url)


def names_of(report, order):
    return [report.sides[i].name for i in order]


# ---------------------------------------------------------------- names and the network


def test_markup_stays_text(page, report):
    assert page.title == f"{EVIL}: matchups ({report.scope})"
    assert EVIL in texts(page, "h1")[0]
    assert EVIL in texts(page, ".grid thead th")
    assert page.find_elements("tag name", "img") == []
    cell(page).click()
    assert card(page).find_elements("tag name", "img") == []
    assert page.execute_script("return document.documentElement.textContent").count(EVIL) > 20


def test_nothing_is_fetched(driver, address):
    """Nothing but the file itself, whatever is pressed."""
    driver.get("about:blank")
    driver.get_log("performance")
    load(driver, address)
    press(driver, "by name")
    cell(driver).click()
    messages = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    asked = {m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"}
    assert asked == {address}
    assert driver.get_log("browser") == []


# ---------------------------------------------------------------- sorting and filtering


def test_scores_are_sorted_by_rating_or_by_name(page, report):
    by_rating = names_of(report, report.order)
    for _ in range(2):
        assert texts(page, ".grid thead th")[1:] == by_rating
        rows = [text.split("\n")[0].removesuffix(" stand-in") for text in texts(page, ".grid tbody th")]
        assert rows == by_rating
        press(page, "by name")
        by_name = texts(page, ".grid thead th")[1:]
        assert by_name == sorted(by_name)
        shown = report.levels[0].grid
        at = {side.name: i for i, side in enumerate(report.sides)}
        for i, row in enumerate(by_name):
            for j, column in enumerate(by_name):
                score = shown[at[row]][at[column]].score
                assert cell(page, i, j).text.startswith(f"{score.estimate:.1f} %" if score else "mirror")
        press(page, "by rating")


def test_a_policy_is_chosen(page, report):
    assert texts(page, ".grid caption")[0].startswith(f"Both sides play {report.levels[0].policy}")
    press(page, "expert")
    (caption,) = texts(page, ".grid caption")
    assert caption.startswith("Both sides play expert")
    press(page, "both")
    assert len(texts(page, ".grid caption")) == 2


def test_fighters_are_filtered(page, report):
    one(page, ".filter summary").click()
    press(page, "without stand-ins")
    published = [side.name for side in report.sides if side.is_main]
    assert sorted(texts(page, ".grid thead th")[1:]) == sorted(published)
    assert len(texts(page, "table.details tbody tr")) == 2 * 3  # two policies, a matchup and two mirrors
    assert len(texts(page, ".whys summary")) == 3
    assert one(page, "#shown").text == "2 of 3"
    press(page, "all")
    assert len(texts(page, ".grid thead th")) == 1 + len(report.sides)
    page.find_elements("css selector", ".filter label")[0].click()
    assert texts(page, ".grid thead th")[1:] == names_of(report, report.order[1:])


def test_a_table_is_sorted_by_its_headings(page):
    heading = next(h for h in page.find_elements("css selector", "table.details th") if h.text.startswith("Score"))
    orders = []
    for sort in ("ascending", "descending"):
        heading.find_element("tag name", "button").click()
        assert heading.get_attribute("aria-sort") == sort
        orders.append([text for text in texts(page, "table.details td:nth-child(3)") if text != "–"])
        assert texts(page, "table.details td:nth-child(3)")[-1] == "–"  # mirrors have no score: last either way
    scores = [[float(text.split()[0]) for text in order] for order in orders]
    assert scores[0] == sorted(scores[0])
    assert scores[1] == scores[0][::-1]


# ---------------------------------------------------------------- each fighter by itself


def test_a_name_leads_to_its_fighter(page, report):
    assert texts(page, ".profile .why") == []
    profile = report.profiles.sides[1]
    link = next(a for a in page.find_elements("css selector", ".strength th a") if a.text == profile.side.name)
    link.click()
    opened = WebDriverWait(page, 5).until(lambda page: texts(page, ".profile .why caption"))
    assert opened == [f"{profile.side.name} in numbers"]
    shown = "\n".join(texts(page, ".profile[open]"))
    for words in (profile.headline, profile.worth.title, profile.uses.title, profile.skill.title, *profile.verdicts):
        assert words in shown.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NON-BREAKING HYPHEN}", "-")


def test_cards_are_sorted_by_their_effect(page):
    one(page, ".profile summary").click()
    heading = next(h for h in page.find_elements("css selector", ".profile[open] th") if h.text.startswith("Effect"))
    heading.find_element("tag name", "button").click()
    effects = [
        float(text) for text in texts(page, ".profile[open] .texts:first-of-type td:nth-child(3)")[:6] if text != "–"
    ]
    assert heading.get_attribute("aria-sort") == "ascending"
    assert effects == sorted(effects)


def test_fighters_are_printed_whether_open_or_not(page, report):
    emulate(page, media="print")
    assert len(texts(page, ".profile .why caption")) == len(report.sides)


def test_the_whole_answer_is_printed(page, report):
    """Also what is folded on a screen: the answer for all, and what each open matchup would take."""
    folded = "section[aria-labelledby=headline] details"
    assert page.find_elements("css selector", folded)
    assert texts(page, f"{folded} > :not(summary)") == []
    emulate(page, media="print")
    shown = "\n".join(texts(page, "section[aria-labelledby=headline]"))
    shown = shown.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NON-BREAKING HYPHEN}", "-")
    for headline in (report.headline, report.everybody):
        for sentence in (headline.lead, *headline.lopsided, *headline.settle):
            assert sentence in shown
    assert report.everybody.settle
    # A list that is folded on a screen goes on.
    page.execute_script(
        "document.querySelector('main').insertAdjacentHTML('beforeend',"
        "\"<details class='more'><summary>17 more</summary><p>one of them</p></details>\")"
    )
    assert texts(page, ".more > *") == ["one of them"]


# ---------------------------------------------------------------- what is behind a cell


def test_a_cell_tells_what_is_behind_it_under_the_pointer(page, report):
    for row, column in ((0, 1), (1, 0)):
        link = cell(page, row, column)
        ActionChains(page).move_to_element(link).perform()
        first, second = (report.sides[report.order[i]].name for i in (row, column))
        WebDriverWait(page, 5).until(lambda page, who=f"{first} against {second}": who in card(page).text)
        lines = card(page).text.splitlines()
        assert lines[1] == f"{first} against {second}"
        (scores,) = (line for line in lines if line.startswith("Score "))
        assert scores.startswith(f"Score {link.text.splitlines()[0]}")  # the side of the row comes first
        for words in ("Won", "Drawn", "Rounds", "Difference between the policies", "How rounds are won",
                      "Won rounds with a signature combo", "How games end", "The longest game: "):  # fmt: skip
            assert words in card(page).text
    ActionChains(page).move_to_element(one(page, "h1")).perform()
    WebDriverWait(page, 5).until(lambda page: not one(page, ".card").is_displayed())


def test_a_pressed_cell_stays_open(page):
    cell(page).click()
    ActionChains(page).move_to_element(one(page, "h1")).perform()
    time.sleep(0.6)  # longer than it takes to close
    assert card(page).is_displayed()
    ActionChains(page).send_keys(Keys.ESCAPE).perform()
    assert not one(page, ".card").is_displayed()


def test_closing_a_card_opens_no_other(page):
    """The button lies over another cell, which comes to lie under the pointer; only a move asks for that one."""
    page.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 760, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    )
    # As large as a table of more fighters is.
    page.execute_script("const { style } = document.querySelector('.grid'); style.width = style.height = '60rem'")
    link = cell(page, 1, 1)
    page.execute_script("arguments[0].scrollIntoView({block: 'center'})", link)
    link.click()
    button = card(page).find_element("css selector", ".close")
    box = page.execute_script(
        "const { x, y, width, height } = arguments[0].getBoundingClientRect(); return [x + width / 2, y + height / 2]",
        button,
    )
    ActionChains(page).move_to_element(button).click().perform()
    below = "return document.elementFromPoint(...arguments[0]).closest('.grid td') !== null"
    assert page.execute_script(below, box)
    time.sleep(0.6)  # longer than it takes to open
    assert not one(page, ".card").is_displayed()
    ActionChains(page).move_by_offset(3, 3).perform()
    assert card(page)


def test_cells_by_the_keyboard(page):
    assert len(page.find_elements("css selector", ".grid td a[tabindex='0']")) == 2  # one a table
    page.execute_script("document.querySelector('.level .scroll').focus()")
    ActionChains(page).send_keys(Keys.TAB).perform()
    assert page.switch_to.active_element == cell(page, 0, 0)
    assert "itself" in card(page).text
    ActionChains(page).send_keys(Keys.ARROW_RIGHT, Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_DOWN).perform()
    assert page.switch_to.active_element == cell(page, 2, 1)
    ActionChains(page).send_keys(Keys.ENTER, Keys.TAB).perform()
    assert page.switch_to.active_element.text == "Close"
    ActionChains(page).send_keys(Keys.ENTER).perform()
    assert page.switch_to.active_element == cell(page, 2, 1)
    assert not one(page, ".card").is_displayed()


def test_commands_are_copied(page, report):
    origin = page.execute_script("return location.origin")
    page.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite"]})
    assert origin == "file://"
    cell(page).click()
    i, j = sorted(report.order[:2])
    command = report.levels[0].grid[i][j].replays[0].command
    button = next(b for b in card(page).find_elements("css selector", ".copy"))
    button.click()
    WebDriverWait(page, 5).until(lambda page: button.text == "Copied")
    assert one(page, "#said").get_property("textContent") == "Copied"
    assert page.execute_async_script("navigator.clipboard.readText().then(arguments[0])") == command


# ---------------------------------------------------------------- paper, darkness, a phone, no script


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out(page, scheme):
    emulate(page, prefers_color_scheme=scheme)
    page.execute_script("for (const folded of document.querySelectorAll('details')) folded.open = true")
    assert page.execute_script(CONTRASTS) == []
    background = page.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert (background == "rgb(255, 255, 255)") == (scheme == "light")


def test_printed(page, report):
    press(page, "expert")
    emulate(page, media="print", prefers_color_scheme="dark")
    captions = texts(page, ".grid caption")
    assert len(captions) == len(report.levels)  # whatever was chosen
    assert texts(page, "#controls, nav, .copy, .whys, .screen") == []
    assert not one(page, ".card").is_displayed()
    assert page.execute_script("return getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert len(page.print_page()) < 1_500_000  # a PDF in base64: no pictures in it


def test_on_a_phone(page):
    on_a_phone(page)
    assert page.execute_script("return [document.documentElement.scrollWidth, innerWidth]") == [360, 360]
    page.execute_script("for (const folded of document.querySelectorAll('details')) folded.open = true")
    assert page.execute_script("return document.documentElement.scrollWidth") == 360
    link = cell(page, 0, 0)
    page.execute_script("arguments[0].scrollIntoView({block: 'center'})", link)
    link.click()
    box = card(page).rect
    assert (box["x"], box["width"]) == (0, 360)
    assert page.execute_script("return document.querySelector('.card').getBoundingClientRect().bottom === innerHeight")


# Words of narrow tables that stand on two lines, or reach out of what is shown of their table.
BROKEN = """
const broken = [];
for (const part of document.querySelectorAll(".why th, .why td")) {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    for (const { 0: word, index } of walker.currentNode.data.matchAll(/[^ \\n]+/g)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, index);
      range.setEnd(walker.currentNode, index + word.length);
      if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) broken.push(word);
    }
  }
}
return broken.filter((word) => !word.includes("broken")); // what is longer than a phone is wide
"""


@pytest.mark.parametrize("is_phone", [False, True])
def test_no_number_or_name_is_in_two_pieces(page, is_phone):
    if is_phone:
        on_a_phone(page)
    page.execute_script("for (const folded of document.querySelectorAll('details')) folded.open = true")
    assert len(texts(page, ".why td")) > 100
    assert page.execute_script(BROKEN) == []


def test_without_the_script_all_is_there(page, driver, address, report):
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        driver.get(address)
        assert len(driver.find_elements("css selector", ".grid")) == len(report.levels)
        assert all(grid.is_displayed() for grid in driver.find_elements("css selector", ".grid"))
        assert not one(driver, "#controls").is_displayed()
        cell(driver, 0, 1).click()
        opened = [d for d in driver.find_elements("css selector", ".why") if d.is_displayed()]
        assert len(opened) == len(report.levels)  # the matchup under every policy
    finally:
        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
