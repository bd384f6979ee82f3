"use strict";
// Sorting: each heading of a sortable table becomes a button. Without this script the table is in the order of the data.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const headings = [...table.tHead.rows[0].cells];
  const keyOf = (row, i) => row.cells[i].dataset.sort ?? row.cells[i].textContent.trim();
  headings.forEach((heading, i) => {
    const button = document.createElement("button");
    button.type = "button";
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
// A switch between the policies; without this script all tables stand one below the other.
const levels = [...document.querySelectorAll(".level")];
if (levels.length > 1) {
  const bar = document.getElementById("levels");
  const show = (chosen) => {
    levels.forEach((level) => { level.hidden = chosen !== "" && level.dataset.policy !== chosen; });
    for (const button of bar.children) button.setAttribute("aria-pressed", String(button.value === chosen));
  };
  for (const name of ["", ...levels.map((level) => level.dataset.policy)]) {
    const button = document.createElement("button");
    button.type = "button";
    button.value = name;
    button.textContent = name || "all policies";
    button.addEventListener("click", () => show(name));
    bar.append(button);
  }
  show("");
}
