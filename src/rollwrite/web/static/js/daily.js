// The daily challenge: one button a game; a result that this browser has is shown and can be shared.
import { post } from "./api.js";
import { recall, remember } from "./browser.js";
import { copy } from "./clipboard.js";
import { byId } from "./elements.js";
import { init } from "./settings.js";
import { language, words } from "./words.js";

init();
const { day, you } = byId("main").dataset;
const problem = document.querySelector(".problem");

const told = new Date(day).toLocaleDateString(language === "en" ? "en-GB" : language, { dateStyle: "full", timeZone: "UTC" });
document.querySelector("time").textContent = told;

for (const button of document.querySelectorAll("[data-daily]")) {
  const key = `daily ${day} ${button.dataset.daily}`;
  const card = button.closest("article");
  const played = recall(key);
  if (played?.text) showResult(card, played);
  button.addEventListener("click", () => play(button.dataset.daily, key));
}

function showResult(card, played) {
  card.querySelector(".result").textContent = words("daily_points", { points: played.points });
  const copying = card.querySelector("[data-copy]");
  copying.hidden = false;
  copying.addEventListener("click", () => copy(played.text, copying));
}

// Whoever comes back to a challenge that is under way, or over, sits down at the same table.
async function play(game, key) {
  const begun = recall(key);
  if (begun) return location.assign(`/t/${begun.table}`);
  try {
    const name = recall("name", "") || you;
    const { table } = await post("/api/tables", { game, mode: "daily", name, seats: [] });
    remember(key, { table });
    location.assign(`/t/${table}`);
  } catch (refusal) {
    problem.textContent = words("error", { text: refusal.message });
    problem.hidden = false;
  }
}
