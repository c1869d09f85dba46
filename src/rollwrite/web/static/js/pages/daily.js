// The daily challenge: one button a game. What this browser has played says so, and can be shared.
import { post } from "../shared/api.js";
import { copy } from "../shared/clipboard.js";
import { byId, icon } from "../shared/elements.js";
import { init } from "../shared/settings.js";
import { load, save } from "../shared/storage.js";
import { language, t } from "../shared/texts.js";
import { go } from "../shared/transport.js";

init();
const { day, you } = byId("main").dataset;
const problem = document.querySelector(".problem");

const date = new Date(day).toLocaleDateString(language === "en" ? "en-GB" : language, { dateStyle: "full", timeZone: "UTC" });
document.querySelector("time").textContent = date;

for (const button of document.querySelectorAll("[data-daily]")) {
  const key = `daily ${day} ${button.dataset.daily}`;
  const card = button.closest("article");
  const played = load(key);
  if (played) relabel(button, card, played.text ? "daily_see" : "daily_continue");
  if (played?.text) showResult(card, played);
  button.addEventListener("click", () => play(button.dataset.daily, key));
}

// A game that is over or under way is not played again: the button leads to its table.
function relabel(button, card, key) {
  const over = key === "daily_see";
  button.classList.toggle("primary", !over);
  button.classList.toggle("plain", over);
  button.replaceChildren(icon(over ? "watch" : "play"), t(key));
  button.setAttribute("aria-label", t("about_what", { name: card.dataset.name, what: t(key) }));
}

function showResult(card, played) {
  card.querySelector(".result").textContent = t("daily_played", { points: played.points });
  const copying = card.querySelector("[data-copy]");
  copying.hidden = false;
  copying.addEventListener("click", () => copy(played.text, copying));
}

// Whoever comes back to a challenge that is under way, or over, sits down at the same table.
async function play(game, key) {
  const begun = load(key);
  if (begun) return go(`/t/${begun.table}`);
  try {
    const name = load("name", "") || you;
    const { table } = await post("/api/tables", { game, mode: "daily", name, seats: [] });
    save(key, { table });
    go(`/t/${table}`);
  } catch (refusal) {
    problem.textContent = t("error", { text: refusal.message });
    problem.hidden = false;
  }
}
