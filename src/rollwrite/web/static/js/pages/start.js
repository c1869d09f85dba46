// The start page: every way to play is a tap away.
import { el, byId, icon } from "../shared/dom.js";
import { forget, recent } from "../shared/recent_tables.js";
import { init } from "../shared/settings.js";
import { t } from "../shared/texts.js";
import { initSetup, setUp } from "./setup_dialog.js";

init();
initSetup();
for (const card of document.querySelectorAll("article[data-game]")) {
  card.addEventListener("click", (event) => {
    const way = event.target.closest("[data-mode]");
    if (way) setUp(card, way.dataset.mode);
  });
}
showTables();
showAsked();

function showTables() {
  const tables = recent();
  byId("going").hidden = tables.length === 0;
  byId("going").querySelector("ul").replaceChildren(...tables.slice(0, 6).map(line));
}

function line(table) {
  const state = table.over ? t("finished") : t("continue_table");
  const forgetting = el(
    "button",
    {
      type: "button",
      class: "quiet",
      "aria-label": t("about_what", { name: t("forget"), what: table.game }),
      onclick: () => {
        forget(table.id);
        showTables();
      },
    },
    icon("close"),
  );
  const when = new Date(table.at).toLocaleString(document.documentElement.lang, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  const about = [table.game, table.names, when].filter(Boolean).join(" · ");
  const link = el("a", { href: `/t/${table.id}` }, el("strong", {}, state), ` ${about}`);
  return el("li", {}, link, forgetting);
}

// A link such as /#id comes from the rules of a game: its card is shown and takes the focus.
function showAsked() {
  const asked = decodeURIComponent(location.hash.slice(1));
  const card = [...document.querySelectorAll("article[data-game]")].find(
    (one) => one.dataset.game === asked,
  );
  card?.scrollIntoView({ block: "center" });
  card?.querySelector(".way.primary").focus();
}
