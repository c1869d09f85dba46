// The coach's advice, over the bar: a sentence, and the best moves with what they are worth.
import { byId, el, icon, patch } from "../shared/dom.js";
import { t } from "../shared/texts.js";

export function showHint(hint) {
  const container = byId("hint");
  container.hidden = hint === null;
  if (hint === null) return;
  const lines = hint.moves.map((move) =>
    el("li", {}, el("strong", {}, move.label), t("about_what", { name: "", what: move.worth })),
  );
  const content = [el("p", {}, icon("bulb"), ` ${hint.text}`), el("ol", { "aria-label": t("hint_moves") }, lines)];
  patch(container, content);
}
