// What players are told of how the app stands: that it loads, that it cannot, that nothing is kept.
import { el } from "../shared/elements.js";
import { t } from "../shared/texts.js";

const PATIENCE = 400; // what takes less is not worth a word
const bar = el("progress", { max: 1, value: 0 });
const line = el("p", {});
const box = el("div", { class: "offline-state", role: "status", hidden: true }, line, bar);
document.body.append(box);
let loading = setTimeout(() => show(t("offline_loading")), PATIENCE);

export function showState({ kind, share, reason }) {
  if (kind === "progress") bar.value = share;
  else if (kind === "ready") {
    clearTimeout(loading);
    if (!bar.hidden) box.hidden = true;
  } else if (kind === "failed") {
    clearTimeout(loading);
    show(t("offline_failed", { reason }), false);
  } else if (kind === "unkept") {
    clearTimeout(loading);
    show(t("offline_unkept"), false);
  }
}

function show(text, loads = true) {
  line.textContent = text;
  bar.hidden = !loads;
  box.hidden = false;
}
