// The daily challenge: the server knows what this player has begun, in whichever browser.
import { get, post } from "../shared/api.js";
import { copy } from "../shared/clipboard.js";
import { byId, icon } from "../shared/elements.js";
import { init } from "../shared/settings.js";
import { load } from "../shared/storage.js";
import { language, t } from "../shared/texts.js";
import { go } from "../shared/transport.js";

init();
const { day, you, now, playable } = byId("main").dataset;
const problem = document.querySelector(".problem");
const locale = language === "en" ? "en-GB" : language;

const date = new Date(day).toLocaleDateString(locale, { dateStyle: "full", timeZone: "UTC" });
document.querySelector("time").textContent = date;
for (const button of document.querySelectorAll("[data-daily]")) {
  button.disabled = now === undefined && playable === undefined;
  button.addEventListener("click", () => play(button.dataset.daily));
}
show().catch(tell);

async function show() {
  const state = await get(`/api/daily?day=${day}`);
  if (now !== undefined) {
    const time = new Date(1000 * state.until).toLocaleTimeString(locale, { timeStyle: "short" });
    byId("until").textContent = t("daily_until", { time });
  }
  byId("streak").hidden = state.streak === 0;
  byId("streak").textContent = t("daily_days", { days: state.streak, freezes: state.freezes });
  for (const [game, own] of Object.entries(state.games)) showGame(game, own);
}

// A game that is over or under way is not played again: the button leads to its table.
function showGame(game, { table, points }) {
  const button = document.querySelector(`[data-daily="${game}"]`);
  if (!button) return;
  const card = button.closest("article");
  const over = points !== undefined && points !== null;
  const key = over ? "daily_see" : "daily_continue";
  if (now !== undefined || over) {
    button.classList.toggle("primary", !over);
    button.classList.toggle("plain", over);
    button.replaceChildren(icon(over ? "watch" : "play"), t(key));
    button.setAttribute("aria-label", t("about_what", { name: card.dataset.name, what: t(key) }));
    button.disabled = false;
    button.dataset.table = table;
  }
  if (!over) return;
  card.querySelector(".result").textContent = t("daily_points", { points });
  card.querySelector("[data-compare]").hidden = false;
  const copying = card.querySelector("[data-copy]");
  copying.hidden = false;
  const text = t("daily_share", { day, game: card.dataset.name, points });
  copying.addEventListener("click", () => copy(text, copying));
}

// Whoever comes back to a challenge that is under way, or over, sits down at the same table.
async function play(game) {
  const { table: begun } = document.querySelector(`[data-daily="${game}"]`).dataset;
  if (begun) return go(`/t/${begun}`);
  try {
    const name = load("name", "") || you;
    const past = now === undefined ? { day } : {};
    const { table } = await post("/api/tables", { game, mode: "daily", name, seats: [], ...past });
    go(`/t/${table}`);
  } catch (refusal) {
    tell(refusal);
  }
}

function tell(refusal) {
  problem.textContent = t("error", { text: refusal.message });
  problem.hidden = false;
}
