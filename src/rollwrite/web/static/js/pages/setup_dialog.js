// Setting up a table: one dialog asks what a way to play needs, and nothing more.
import { post } from "../shared/api.js";
import { byId, el, openDialog } from "../shared/elements.js";
import { standing } from "../shared/progress.js";
import { load, save } from "../shared/storage.js";
import { t } from "../shared/texts.js";
import { address, go } from "../shared/transport.js";

const OWN_DICE = "own_dice"; // the way to play that goes with several others
const dialog = byId("setup");
const form = dialog.querySelector("form");
const field = (name) => form.querySelector(`[data-field="${name}"]`);
let asked = null; // the card and the way to play that the dialog is about
let creating = false; // a second tap must not open a second table

export function initSetup() {
  addEventListener("pageshow", () => (creating = false)); // whoever comes back may play again
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    create();
  });
  for (const name of ["ways", "people"]) {
    field(name).addEventListener("change", () => showWay(wayChosen()));
  }
  form.elements.variant.addEventListener("change", showChoice);
  form.elements.level.addEventListener("change", () => {
    for (const select of levels()) select.value = form.elements.level.value;
  });
}

const levels = () => field("bots").querySelectorAll("select");
const wayChosen = () => new FormData(form).get("way");

// Asks how to play a game, and what that way needs.
export function setUp(card) {
  prepare(card);
  openDialog(dialog);
  form.querySelector("[name=way]:checked").focus();
}

// A table as the dialog would suggest it, at once; the dialog opens only to tell what went wrong.
export async function playNow(card) {
  if (creating) return;
  prepare(card);
  await create();
  if (!form.querySelector(".problem").hidden) openDialog(dialog);
}

function prepare(card) {
  const { about, choices, game, name, provenance } = card.dataset;
  asked = { card, all: JSON.parse(choices) };
  byId("setup-title").textContent = name;
  byId("setup-about").textContent = about;
  byId("setup-provenance").textContent = provenance;
  byId("setup-rules").href = address(`/rules/${game}`);
  const radios = [...field("ways").querySelectorAll("input")];
  const possible = (way) => asked.all.some((choice) => playable(choice, way));
  for (const radio of radios) radio.closest("label").hidden = !possible(radio.value);
  for (const option of form.elements.people.options) option.hidden = option.disabled = !possible(option.value);
  form.elements.people.value = [...form.elements.people.options].find((option) => !option.disabled).value;
  radios.find((radio) => !radio.closest("label").hidden).checked = true;
  showWay(wayChosen());
}

// With dice of their own, people sit at one table like any other: with friends, bots or alone.
function showWay(way) {
  const mode = way === OWN_DICE ? form.elements.people.value : way;
  asked.ownDice = way === OWN_DICE;
  asked.mode = mode;
  field("people").hidden = !asked.ownDice;
  asked.choices = asked.all.filter((choice) => playable(choice, mode));
  byId("setup-go").textContent = JSON.parse(dialog.dataset.goes)[mode];
  const variants = asked.choices.map((choice) => el("option", { value: choice.variant ?? "" }, choice.name));
  form.elements.variant.replaceChildren(...variants);
  const { variant, level } = lastTime();
  if (asked.choices.some((choice) => choice.variant === variant)) form.elements.variant.value = variant;
  const known = [...form.elements.level.options].some((option) => option.value === level);
  if (known) form.elements.level.value = level;
  field("variant").hidden = asked.choices.length < 2;
  field("level").hidden = mode !== "bots" && mode !== "watch";
  field("bots").open = false;
  field("bots").querySelector("div").replaceChildren();
  form.querySelector(".problem").hidden = true;
  showChoice();
}

// How this browser last played a game against bots: Play starts the same again.
const lastTime = () => (asked.mode === "bots" && !asked.ownDice && load(`setup ${asked.card.dataset.game}`)) || {};

function playable(choice, mode) {
  if (mode === OWN_DICE) return true;
  if (mode === "solo") return choice.seats.includes(1);
  return choice.seats.some((count) => count > 1);
}

const chosen = () => asked.choices[Math.max(0, form.elements.variant.selectedIndex)];

function showChoice() {
  const { options } = chosen();
  field("options").replaceChildren(...options.map(optionField));
  if (options.length && "campaign" in asked.card.dataset) showStanding(asked.card.dataset.game);
  showCounts();
}

// How far this browser has come, and the level that is next.
async function showStanding(game) {
  const found = await standing(game);
  const container = field("options");
  if (!found || asked.card.dataset.game !== game || !container.firstChild) return;
  container.append(el("p", { class: "facts", role: "status" }, found.text));
  container.querySelector("select").value = found.next;
}

// Levels that this browser has won carry a tick.
function optionField({ id, name, values }) {
  const won = load(`won ${asked.card.dataset.game} ${id}`, []);
  const entries = values.map((value) => {
    const tick = won.includes(value) ? ` ✓ ${t("level_won")}` : "";
    return el("option", { value }, `${value}${tick}`);
  });
  const select = el("select", { name: `option-${id}`, "data-option": id }, entries);
  select.value = values.find((value) => !won.includes(value)) ?? values.at(-1);
  return el("label", {}, name, select);
}

function showCounts() {
  const { mode } = asked;
  const counts = chosen().seats.filter((count) => count > 1);
  field("seats").hidden = mode === "solo" || counts.length < 2;
  const { seats, seatsFriends } = dialog.dataset;
  field("seats").querySelector("legend").textContent = mode === "friends" ? seatsFriends : seats;
  const preferred = lastTime().seats ?? (mode === "friends" ? 4 : 2);
  const start = counts.filter((count) => count <= preferred).at(-1) ?? counts[0];
  const radios = counts.map((count) => radio(count, count === start));
  field("seats").querySelector(".counts").replaceChildren(...radios);
  showNames();
}

function radio(count, checked) {
  const button = el("input", { type: "radio", name: "seats", value: count, onchange: showNames });
  button.checked = checked;
  return el("label", { class: "count" }, button, el("span", {}, String(count)));
}

const count = () => (asked.mode === "solo" ? 1 : Number(new FormData(form).get("seats") ?? 2));

function showNames() {
  const { mode } = asked;
  const kept = [...field("names").querySelectorAll("input")].map((input) => input.value);
  const number = mode === "watch" ? 0 : mode === "device" ? count() : 1;
  const names = load("names", []);
  const fields = Array.from({ length: number }, (_, index) => {
    const { name, nameOf } = dialog.dataset;
    const label = mode === "device" ? nameOf.replace("#", index + 1) : name;
    const remembered = mode === "device" ? names[index] : load("name", "");
    const value = kept[index] || remembered || "";
    const placeholder = mode === "device" ? `${index + 1}` : dialog.dataset.you;
    const input = el("input", {
      name: `name-${index}`, value, placeholder, maxlength: 24, autocomplete: "off",
    });
    return el("label", {}, label, input);
  });
  field("names").replaceChildren(...fields);
  showBots();
}

const isBot = (index) => asked.mode === "watch" || (asked.mode === "bots" && index > 0);

// The names of the bots by their seats, none of which somebody else at the table has.
function botNames(taken) {
  const all = JSON.parse(dialog.dataset.bots);
  const found = [];
  for (let index = 0; index < count(); index += 1) {
    const later = [...all.slice(index), ...all];
    if (isBot(index)) found[index] = later.find((name) => name !== taken && !found.includes(name));
  }
  return found;
}

// All bots play at one level, unless somebody wants it otherwise.
function showBots() {
  const kept = new Map([...levels()].map((select) => [select.name, select.value]));
  const rows = [];
  botNames().forEach((name, index) => {
    const select = form.elements.level.cloneNode(true);
    select.name = `level-${index}`;
    select.value = kept.get(select.name) ?? form.elements.level.value;
    rows.push(el("label", {}, name, select));
  });
  field("bots").querySelector("div").replaceChildren(...rows);
  field("bots").hidden = rows.length < 2;
}

function seatsOf(names) {
  const { mode } = asked;
  const bots = botNames(names[0]);
  return Array.from({ length: count() }, (_, index) => {
    if (isBot(index)) {
      return { kind: "bot", level: form.elements[`level-${index}`].value, name: bots[index] };
    }
    if (mode === "friends" && index > 0) return { kind: "open" };
    return { kind: "me", name: names[index] || (mode === "device" ? `${index + 1}` : names[0]) };
  });
}

async function create() {
  if (creating) return;
  creating = true;
  try {
    const { table } = await post("/api/tables", newTable());
    go(`/t/${table}`);
  } catch (refusal) {
    const problemLine = form.querySelector(".problem");
    problemLine.textContent = t("error", { text: refusal.message });
    problemLine.hidden = false;
    creating = false;
  }
}

function newTable() {
  const given = [...field("names").querySelectorAll("input")].map((input) => input.value.trim());
  if (asked.mode === "device") save("names", given);
  else if (given.length) save("name", given[0]);
  const names = asked.mode === "device" ? given : [given[0] || dialog.dataset.you];
  const options = {};
  for (const select of field("options").querySelectorAll("[data-option]")) {
    options[select.dataset.option] = Number(select.value);
  }
  const body = {
    game: asked.card.dataset.game,
    mode: asked.mode,
    seats: seatsOf(names),
    name: names[0] || dialog.dataset.you,
    options,
    own_dice: asked.ownDice,
  };
  if (chosen().variant) body.variant = chosen().variant;
  if (asked.mode === "bots" && !asked.ownDice) {
    const { variant, level } = form.elements;
    save(`setup ${body.game}`, { variant: variant.value || null, level: level.value, seats: count() });
  }
  return body;
}
