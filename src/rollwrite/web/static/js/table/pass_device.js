// Around one device: hand it over before somebody else's hidden things are shown.
import { byId, el, openDialog } from "../shared/dom.js";
import { t } from "../shared/texts.js";

const dialog = () => byId("passing");

export function passDeviceTo(name, ready) {
  const go = el(
    "button",
    {
      type: "button",
      class: "primary",
      autofocus: true,
      onclick: () => {
        dialog().close();
        ready();
      },
    },
    t("pass_ready", { name }),
  );
  dialog().replaceChildren(
    el("h2", { id: "passing-title" }, t("pass_title", { name })),
    el("p", {}, t("pass_text")),
    go,
  );
  dialog().oncancel = (event) => event.preventDefault();
  openDialog(dialog());
}
