// A sheet that was played on paper, typed line by line or tapped in: the server adds it up.
import { post } from "../shared/api.js";
import { byId, drawing, el } from "../shared/dom.js";
import { init } from "../shared/settings.js";
import { t } from "../shared/texts.js";

const PAUSE = 200; // milliseconds without a key before the server is asked

init();
const main = byId("main");
const { game, variant } = main.dataset;
let lines = JSON.parse(main.dataset.lines);
let words = lines.map(() => []);
const fields = [...document.querySelectorAll("#lines input")];
let current = fields[0];
let waiting = null;
let asked = 0;

const place = (field) => Number(field.dataset.line);

for (const field of fields) {
  field.addEventListener("focus", () => choose(field));
  field.addEventListener("input", later);
}
byId("drawn").addEventListener("click", ({ target }) => tap(target.closest("[data-part]")?.dataset.part));
choose(current);
ask();

function choose(field) {
  current = field;
  for (const one of fields) one.closest("label").classList.toggle("current", one === field);
  const key = (word, label) =>
    el("button", { type: "button", class: "plain", onmousedown: (event) => event.preventDefault(), onclick: () => press(word), "aria-label": label }, word);
  const found = lines[place(field)].words.map((word) => key(word));
  byId("keys").replaceChildren(...found, key("–", t("score_empty")), key("⌫", t("score_remove")));
}

// The words of a line, with those that the server knows apart where they stand without spaces.
function wordsOf(field) {
  const known = words[place(field)] ?? [];
  if (field.value === field.dataset.read) return known.slice(0, known.findLastIndex((word) => word !== "-") + 1);
  return field.value.split(/[\s,]+/).filter(Boolean);
}

function press(word) {
  const list = wordsOf(current);
  const at = chosenWord(current, list);
  if (word !== "⌫") {
    while (list.length < at) list.push("-");
    list[at] = word === "–" ? "-" : word;
    write(current, list, at + 1);
  } else {
    list.splice(Math.max(0, Math.min(at, list.length) - (at >= list.length ? 1 : 0)), 1);
    write(current, list, list.length);
  }
}

// Which word the next key replaces: the one that is selected, else what follows the last one.
function chosenWord(field, list) {
  if (field.dataset.at) return Number(field.dataset.at);
  if (field.selectionStart >= field.value.length) return list.length;
  return field.value.slice(0, field.selectionStart).split(/\s+/).filter(Boolean).length;
}

function write(field, list, next) {
  field.value = list.join(" ") + (list.length ? " " : "");
  field.dataset.at = next < list.length ? next : "";
  if (next < list.length) select(field, next);
  later();
}

function select(field, at) {
  const found = [...field.value.matchAll(/\S+/g)][at];
  if (found) field.setSelectionRange(found.index, found.index + found[0].length);
}

// A tap on the sheet: a box is crossed or cleared, elsewhere the keys say what is written.
function tap(part) {
  const line = lines.findIndex(({ parts }) => parts.includes(part));
  if (line < 0) return;
  const at = lines[line].parts.indexOf(part);
  const field = fields[line];
  const list = wordsOf(field);
  while (list.length < at) list.push("-");
  choose(field);
  if (lines[line].words.join() === "x") {
    list[at] = list[at] === "x" ? "-" : "x";
    write(field, list, list.length);
  } else {
    write(field, list, at);
    field.dataset.at = at;
  }
  mark(part);
}

function mark(part) {
  for (const one of byId("drawn").querySelectorAll(".tapped")) one.classList.remove("tapped");
  byId("drawn").querySelector(`[data-part="${CSS.escape(part)}"]`)?.classList.add("tapped");
}

function later(event) {
  if (event) event.target.dataset.at = "";
  clearTimeout(waiting);
  waiting = setTimeout(ask, PAUSE);
}

async function ask() {
  const number = ++asked;
  const typed = fields.map((field) => field.value);
  const tapped = byId("drawn").querySelector(".tapped")?.dataset.part;
  try {
    const found = await post("/api/score", { game, variant: variant || null, lines: typed });
    if (number !== asked) return;
    lines = found.lines;
    words = found.words;
    fields.forEach((field, line) => (field.dataset.read = typed[line]));
    show(found, typed.some((text) => text.trim()));
    if (tapped) mark(tapped);
  } catch (refusal) {
    if (number === asked) tell([refusal.message]);
  }
}

function show(found, begun) {
  byId("drawn").replaceChildren(drawing(found.sheet));
  byId("points").textContent = begun ? found.told : "";
  byId("tally").replaceChildren(
    ...found.tally.map(({ label, points }) => el("tr", {}, el("th", { scope: "row" }, label), el("td", {}, figure(points)))),
  );
  tell(begun ? found.problems : []);
}

const figure = (points) => (points < 0 ? `−${-points}` : `${points}`);

function tell(problems) {
  byId("problems").hidden = !problems.length;
  byId("problems").replaceChildren(...problems.map((problem) => el("li", {}, problem)));
}
