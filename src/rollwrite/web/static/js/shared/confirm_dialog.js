// A question before something that others notice. Escape and a tap beside it mean no.
import { el } from "./dom.js";
import { t } from "./texts.js";

export function confirmed(question, yes) {
  return new Promise((resolve) => {
    const answer = (value, label, classes) =>
      el("button", { type: "button", class: classes, onclick: () => dialog.close(value) }, label);
    const dialog = el(
      "dialog",
      { class: "small", id: "sure", "aria-labelledby": "sure-title" },
      el("h2", { id: "sure-title" }, question),
      answer("", t("stay"), "plain"), // first, so that it has the focus
      answer("yes", yes, "primary"),
    );
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close(""));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
