"use strict";
// Without this script everything is there to be read: tables in the order of the data, all levels one below the other.
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const made = (tag, name, text) => {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text) element.textContent = text;
  if (tag === "button") element.type = "button";
  return element;
};
const said = document.getElementById("said");

// ---- Sorting: each heading of a sortable table becomes a button.
for (const table of all("table.sortable")) {
  const body = table.tBodies[0];
  const headings = [...table.tHead.rows[0].cells];
  const keyOf = (row, i) => row.cells[i].dataset.sort ?? row.cells[i].textContent.trim();
  headings.forEach((heading, i) => {
    if ("unsorted" in heading.dataset) return;
    const button = made("button");
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      const isDown = heading.getAttribute("aria-sort") === "ascending";
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", isDown ? "descending" : "ascending");
      const rows = [...body.rows].sort((one, two) => {
        const a = keyOf(one, i), b = keyOf(two, i);
        if (a === "" || b === "") return (a === "") - (b === ""); // nothing to compare: last, either way
        const order = isNaN(a) || isNaN(b) ? a.localeCompare(b) : a - b;
        return isDown ? -order : order;
      });
      body.append(...rows);
    });
  });
}

// ---- Copying: a button beside each command.
for (const code of all("code.command")) {
  const button = made("button", "copy", "Copy");
  button.setAttribute("aria-label", `Copy the command ${code.textContent}`);
  code.after(" ", button);
}
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch { // no permission, or a browser that has no clipboard for files
    const field = made("textarea", "unseen");
    field.value = text;
    document.body.append(field);
    field.select();
    const isDone = document.execCommand("copy");
    field.remove();
    if (!isDone) throw new Error("not copied");
  }
}
document.addEventListener("click", async (event) => {
  const button = event.target.closest("button.copy");
  if (!button) return;
  let answer = "Copied";
  try {
    await copy(button.parentElement.querySelector("code.command").textContent);
  } catch {
    answer = "Select it and copy";
  }
  button.textContent = said.textContent = answer;
  setTimeout(() => { button.textContent = "Copy"; said.textContent = ""; }, 2000);
});

// ---- A link into something folded opens it, which not every browser does by itself.
const unfold = () => document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest("details")?.setAttribute("open", "");
addEventListener("hashchange", unfold);
unfold();

// ---- What the table of scores shows: a policy, an order, some of the fighters.
const grids = all("table.grid");
const controls = document.getElementById("controls");
const press = (group, value) => {
  for (const button of all("button", group)) button.setAttribute("aria-pressed", String(button.value === value));
};
const choose = {
  policy(value) {
    for (const level of all(".level")) level.hidden = value !== "" && level.dataset.level !== value;
  },
  order(value) {
    const sorted = [...places];
    if (value === "name") sorted.sort((a, b) => a.name.localeCompare(b.name));
    const place = new Map(sorted.map(({ side }, i) => [side, i]));
    const byPlace = (a, b) => place.get(a.dataset.side) - place.get(b.dataset.side);
    for (const grid of grids) {
      for (const row of grid.rows) row.append(...all("[data-side]", row).sort(byPlace));
      grid.tBodies[0].append(...[...grid.tBodies[0].rows].sort(byPlace));
    }
  },
};
// One cell of a table can be reached by the tab key, the others from there by the arrow keys.
const linksOf = (grid) => [...grid.tBodies[0].rows].filter((row) => !row.hidden).map((row) => all("td:not([hidden]) a", row));
const reachable = (grid, link = linksOf(grid).flat()[0]) => {
  for (const other of all("td a", grid)) other.tabIndex = other === link ? 0 : -1;
};
const places = all("thead [data-side]", grids[0] ?? document).map((cell) => ({ side: cell.dataset.side, name: cell.textContent }));
if (controls) {
  controls.hidden = false;
  for (const group of all(".choice", controls)) {
    const pick = (value) => { choose[group.dataset.choice](value); press(group, value); };
    group.addEventListener("click", (event) => { if (event.target.matches("button")) pick(event.target.value); });
    pick(group.querySelector("button").value);
  }
  const boxes = all("input", controls);
  const filter = () => {
    const shown = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    for (const cell of all(".grid [data-side]")) cell.hidden = !shown.has(cell.dataset.side);
    for (const row of all("[data-sides]")) row.hidden = !row.dataset.sides.split(" ").every((side) => shown.has(side));
    for (const grid of grids) reachable(grid);
    document.getElementById("shown").textContent = shown.size === boxes.length ? "all" : `${shown.size} of ${boxes.length}`;
  };
  controls.querySelector(".filter").addEventListener("click", (event) => {
    const { value } = event.target;
    if (!event.target.matches("button")) return;
    for (const box of boxes) box.checked = value === "all" || (value === "main" && "main" in box.dataset);
    filter();
  });
  controls.addEventListener("change", filter);
  filter(); // a browser may remember boxes from before
}

// ---- What is behind a cell: shown beside it while the pointer or the focus is there, kept open by a press.
const card = made("div", "card");
card.setAttribute("role", "group");
card.setAttribute("aria-label", "What is behind the cell");
card.tabIndex = -1;
card.hidden = true;
if (grids.length) document.body.append(card);
let owner = null, aim = null, isKept = false, timer = 0;
const close = () => {
  clearTimeout(timer);
  if (card.contains(document.activeElement)) owner?.focus();
  card.hidden = true;
  isKept = false;
  owner = null;
};
// Tables of two sides come in the order of the data; beside a cell the side of its row comes first.
const turn = (table) => {
  const [first, second] = table.caption.children;
  [first.textContent, second.textContent] = [second.textContent, first.textContent];
  for (const row of table.rows) if (row.cells.length === 3) row.append(row.cells[1]);
};
const later = (action, milliseconds) => { clearTimeout(timer); timer = setTimeout(action, milliseconds); };
const open = (link) => {
  clearTimeout(timer);
  if (owner === link && !card.hidden) return;
  const copied = document.getElementById(link.hash.slice(1)).cloneNode(true);
  copied.removeAttribute("id");
  if (+link.closest("tr").dataset.side > +link.closest("td").dataset.side) turn(copied.querySelector("table"));
  const button = made("button", "close", "Close");
  button.addEventListener("click", close);
  card.replaceChildren(button, copied);
  card.hidden = false;
  owner = link;
  const cell = link.getBoundingClientRect(), { offsetWidth: width, offsetHeight: height } = card;
  const right = document.documentElement.clientWidth;
  const left = cell.right + width + 8 < right ? cell.right + 2 : Math.max(4, cell.left - width - 8);
  const top = Math.max(4, Math.min(cell.top, innerHeight - height - 8));
  card.style.left = `${left + scrollX}px`; // a narrow page puts the card at its lower edge instead
  card.style.top = `${top + scrollY}px`;
};
for (const grid of grids) {
  reachable(grid);
  const linkOf = (event) => event.target.closest("td")?.querySelector("a");
  // Not by "pointerover": a cell that comes to lie under the pointer, as when a card is closed, opens none.
  grid.addEventListener("pointermove", (event) => {
    const link = linkOf(event);
    if (link === aim || event.pointerType !== "mouse") return;
    aim = link;
    if (link && !isKept) later(() => open(link), 150);
  });
  grid.addEventListener("pointerout", () => {
    aim = null;
    if (!isKept) later(close, 300);
  });
  grid.addEventListener("focusin", (event) => {
    const link = linkOf(event);
    if (!link) return;
    reachable(grid, link);
    if (link.matches(":focus-visible") && !isKept) open(link);
  });
  grid.addEventListener("focusout", (event) => { if (!isKept && !card.contains(event.relatedTarget)) later(close, 300); });
  grid.addEventListener("click", (event) => {
    const link = linkOf(event);
    if (!link) return;
    event.preventDefault();
    open(link);
    isKept = true;
    if (event.detail === 0) card.focus(); // pressed by the keyboard
  });
  grid.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    const link = linkOf(event);
    if (!step || !link) return;
    event.preventDefault();
    const rows = linksOf(grid), y = rows.findIndex((row) => row.includes(link));
    rows[y + step[0]]?.[rows[y].indexOf(link) + step[1]]?.focus();
  });
}
card.addEventListener("pointerenter", () => clearTimeout(timer));
card.addEventListener("pointerleave", () => { if (!isKept) later(close, 300); });
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && !card.hidden) close(); });
document.addEventListener("click", (event) => {
  if (isKept && !card.contains(event.target) && !event.target.closest(".grid td")) close();
});
for (const hint of all(".scripted")) hint.classList.remove("scripted");
