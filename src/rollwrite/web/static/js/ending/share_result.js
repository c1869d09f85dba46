// The result as a picture: to hand to the system's share sheet, to download, or as text to copy.
import { copy } from "../shared/clipboard.js";
import { closableDialogs, el, icon, openDialog } from "../shared/elements.js";
import { t } from "../shared/texts.js";
import { address } from "../shared/transport.js";
import { drawResult } from "./result_picture.js";
import { resultText } from "./result_text.js";
import { verdict } from "./verdict.js";

export async function shareResult(view, opener) {
  const canvas = await drawResult(view);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  const file = new File([blob], `rollwrite-${view.game.id}-${view.table}.png`, { type: "image/png" });
  const url = new URL(address(`/replay/${view.table}`), location.href).href;
  const text = resultText(view);
  const whole = { files: [file], text, url };
  const can = navigator.canShare?.(whole);
  const dialog = el(
    "dialog",
    { "aria-labelledby": "share-title", id: "share-result" },
    el("h2", { id: "share-title" }, t("share_result")),
    canvas,
    el(
      "div",
      { class: "stack" },
      can
        ? el("button", { type: "button", class: "primary", onclick: () => navigator.share(whole).catch(() => {}) }, icon("share"), t("share"))
        : null,
      el("button", { type: "button", class: can ? "plain" : "primary", onclick: () => download(file) }, icon("download"), t("save_picture")),
      el("button", { type: "button", class: "plain", onclick: (event) => copy(`${text}\n${url}`, event.currentTarget) }, icon("copy"), t("copy_text")),
      el("button", { type: "button", class: "plain", "data-close": true }, t("close")),
    ),
  );
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", `${view.game.name}. ${verdict(view)}`);
  document.body.append(dialog);
  closableDialogs();
  dialog.addEventListener("close", () => {
    dialog.remove();
    opener?.focus();
  });
  openDialog(dialog);
}

function download(file) {
  const address = URL.createObjectURL(file);
  const link = el("a", { href: address, download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
