// Today's challenge on the start page: what this player has scored, and how many days in a row.
import { get } from "../shared/api.js";
import { byId } from "../shared/elements.js";
import { t } from "../shared/texts.js";

export async function showDaily() {
  const { day, games } = document.querySelector(".daily").dataset;
  if (!day) return;
  const names = JSON.parse(games);
  try {
    const { games: begun, streak } = await get("/api/daily");
    const played = Object.entries(begun).filter(([game, { points }]) => names[game] && points !== undefined && points !== null);
    const told = played.map(([game, { points }]) => t("daily_result", { game: names[game], points }));
    if (told.length) byId("daily-lead").textContent = told.join(" · ");
    if (told.length === Object.keys(names).length) byId("daily-go").textContent = t("daily_results");
    byId("daily-streak").hidden = streak < 2;
    byId("daily-streak").textContent = t("daily_streak", { days: streak });
  } catch {
    // Without an answer the challenge is offered as to everybody.
  }
}
