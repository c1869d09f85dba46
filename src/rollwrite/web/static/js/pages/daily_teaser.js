// Today's challenge on the start page: what this browser has scored, and how many days in a row.
import { byId } from "../shared/elements.js";
import { keys, load } from "../shared/storage.js";
import { t } from "../shared/texts.js";

const DAY = 86400000;

export function showDaily() {
  const { day, games } = document.querySelector(".daily").dataset;
  if (!day) return;
  const names = JSON.parse(games);
  const played = Object.keys(names).flatMap((game) => {
    const points = load(`daily ${day} ${game}`)?.points;
    return points === undefined ? [] : [t("daily_result", { game: names[game], points })];
  });
  if (played.length) byId("daily-lead").textContent = played.join(" · ");
  if (played.length === Object.keys(names).length) byId("daily-go").textContent = t("daily_results");
  const days = streak(day);
  byId("daily-streak").hidden = days < 2;
  byId("daily-streak").textContent = t("daily_streak", { days });
}

// Days in a row with a result, up to today; before today's game, up to yesterday.
function streak(today) {
  const results = keys("daily ").filter((key) => load(key)?.points !== undefined);
  const days = new Set(results.map((key) => key.split(" ")[1]));
  const before = (day) => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);
  let day = days.has(today) ? today : before(today);
  let count = 0;
  for (; days.has(day); day = before(day)) count += 1;
  return count;
}
