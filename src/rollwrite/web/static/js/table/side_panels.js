// Beside the paper: the running tally of a seat, and the log.
import { byId, el, patch } from "../shared/dom.js";
import { formatNumber, t, textAbout } from "../shared/texts.js";

export function tallyTable(lines, title) {
  const rows = lines
    .filter((line) => line.points !== 0)
    .map((line) =>
      el(
        "tr",
        { "data-parts": line.parts.join(" ") },
        el("th", { scope: "row" }, line.label),
        el("td", { class: line.points < 0 ? "loss" : null }, formatNumber(line.points)),
      ),
    );
  const total = lines.reduce((sum, line) => sum + line.points, 0);
  return el(
    "table",
    { class: "tally" },
    el("caption", {}, title),
    el("tbody", {}, rows),
    el(
      "tfoot",
      {},
      el("tr", {}, el("th", { scope: "row" }, t("total")), el("td", {}, formatNumber(total))),
    ),
  );
}

export function showTally(view, seat) {
  const index = view.seats.findIndex((one) => one.seat === seat);
  const lines = view.tally?.[index] ?? [];
  const about = view.seats[index];
  const table = tallyTable(lines, textAbout("tally_of", about?.name ?? ""));
  patch(byId("tally"), [table]);
}

let left = 0; // where the log was left: whoever has scrolled up from there is reading

// Its end is shown when the page is drawn next: to measure it before would lay out the page twice.
export function showLog(view) {
  const container = byId("log");
  const lines = view.log ?? [];
  const known = container.children.length;
  const shown = (line, index) => container.children[index]?.textContent === line.text;
  if (known === lines.length && lines.every(shown)) return;
  patch(container, lines.map((line) => el("li", { id: `turn-${line.n}`, value: line.n }, line.text)));
  requestAnimationFrame(() => {
    if (container.scrollTop < left - 30) return;
    container.scrollTop = container.scrollHeight;
    left = container.scrollTop;
  });
}

// A line of the tally points at its parts of the sheet.
export function initTally(sheet) {
  const show = (event) => {
    const row = event.target.closest?.("[data-parts]");
    const parts = new Set(event.type === "mouseout" ? [] : row?.dataset.parts.split(" "));
    for (const part of sheet.querySelectorAll("[data-part]")) {
      part.classList.toggle("pointed", parts.has(part.dataset.part));
    }
  };
  byId("tally").addEventListener("mouseover", show);
  byId("tally").addEventListener("mouseout", show);
}
