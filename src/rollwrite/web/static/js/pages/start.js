// The start page: one tap from a card to its table, everything else behind "more".
import { init } from "../shared/settings.js";
import { showDaily } from "./daily_teaser.js";
import { showTables } from "./running_tables.js";
import { initSetup, playNow, setUp } from "./setup_dialog.js";

// Who comes back sees the tables, which are on top but come last.
history.scrollRestoration = "manual";
init();
initSetup();
const cards = [...document.querySelectorAll("article[data-game]")];
for (const card of cards) {
  card.addEventListener("click", ({ target }) => {
    if (target.closest("[data-play]")) playNow(card);
    else if (target.closest("[data-more], .emblem")) setUp(card);
  });
}
// Also when the browser shows the page again as it was left.
addEventListener("pageshow", show);
if (document.readyState === "complete") show(); // it may have come before this script
showAsked();

function show() {
  showTables();
  showDaily();
}

// A link such as /#id comes from the rules of a game: its card is shown and takes the focus.
function showAsked() {
  const asked = decodeURIComponent(location.hash.slice(1));
  const card = cards.find((one) => one.dataset.game === asked);
  card?.scrollIntoView({ block: "center" });
  card?.querySelector("[data-play]").focus();
}
