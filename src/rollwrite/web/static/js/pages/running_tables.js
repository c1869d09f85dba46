// Your tables: those that go on as cards, in words; all of them in a list from which to remove them.
import { get } from "../shared/api.js";
import { byId, el, icon } from "../shared/elements.js";
import { forget, recent } from "../shared/recent_tables.js";
import { formatList, language, t } from "../shared/texts.js";

const SHOWN = 3; // cards; more would push the games off a phone's screen
const ASKED = 12; // as many as one request may name

const section = byId("going");
const whole = byId("tables");

// What this browser remembers is shown at once; the server then says whose turn it is.
export async function showTables() {
  const kept = recent();
  const open = kept.filter((table) => !table.over);
  showCards(open.map(remembered));
  showAll();
  if (!open.length) return;
  try {
    const ids = open.slice(0, ASKED).map((table) => table.id);
    const { tables } = await get(`/api/running?tables=${ids.join(",")}`);
    showCards(tables);
  } catch {
    // Without an answer, what is remembered has to do.
  }
}

const remembered = ({ id, game, names }) => ({ table: id, title: [game, names].filter(Boolean).join(" · ") });

function showCards(tables) {
  const list = section.querySelector(".running");
  const focused = list.contains(document.activeElement) ? document.activeElement.id : null;
  list.replaceChildren(...tables.slice(0, SHOWN).map(card));
  section.hidden = tables.length === 0;
  if (focused) byId(focused)?.focus();
}

// Names one after the other; each keeps its own direction of writing to itself.
const listed = (names) => formatList(names.map((name) => `\u2068${name}\u2069`));

function card(table) {
  const { others = [] } = table;
  const names = listed(others);
  const title = table.title ?? (names ? t("running_with", { game: table.game, names }) : table.game);
  const id = `going-${table.table}`;
  const go = el(
    "a",
    { href: `/t/${table.table}`, class: "button", id: `${id}-go`, "aria-labelledby": `${id}-go ${id}` },
    t(table.status === "over" ? "see_result" : "continue_table"),
  );
  const words = el("div", {}, el("strong", { id, dir: "auto" }, title), el("p", {}, standing(table)));
  const initial = el("span", { class: "initial", "aria-hidden": "true" }, first(others[0] ?? title));
  return el("li", { class: table.your_turn ? "card mine" : "card" }, initial, words, go);
}

// The first letter of a name; an emoji is one letter too.
const first = (name) => [...new Intl.Segmenter(language).segment(name)][0]?.segment.toUpperCase() ?? "";

function standing({ status, mode, turn, waiting, points, your_turn: mine }) {
  if (status === undefined) return "";
  if (status === "lobby") return t("running_lobby");
  if (status === "over") return points === undefined ? t("running_over") : t("running_points", { points });
  if (mode === "device") return t("running_device", { turn });
  if (mine) return t("running_turn", { turn });
  return waiting.length ? t("running_wait", { names: listed(waiting), turn }) : t("running_roll", { turn });
}

function showAll() {
  const tables = recent();
  whole.hidden = tables.length === 0;
  whole.querySelector(".all").replaceChildren(...tables.map(line));
}

function line(table) {
  const when = new Date(table.at).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  const about = [table.names, when, table.over && t("running_over")].filter(Boolean).join(" · ");
  const link = el("a", { href: `/t/${table.id}`, dir: "auto" }, el("strong", {}, table.game), ` ${about}`);
  const label = t("about_what", { name: t("forget"), what: `${table.game} ${about}` });
  const remove = el(
    "button",
    { type: "button", class: "quiet", "aria-label": label, onclick: () => removeTable(table.id) },
    icon("close"),
  );
  return el("li", {}, link, remove);
}

// The focus goes to the next table of the list, or to what opens it.
function removeTable(id) {
  const buttons = [...whole.querySelectorAll("button")];
  const place = buttons.indexOf(document.activeElement);
  forget(id);
  showTables();
  const left = [...whole.querySelectorAll("button")];
  (left[Math.min(Math.max(place, 0), left.length - 1)] ?? byId("daily-go")).focus();
}
