// Around one device: hand it over before somebody else's hidden things are shown.
import { byId, el, openDialog } from "./elements.js";
import { words } from "./words.js";

const dialog = () => byId("passing");

export function passTo(name, ready) {
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
    words("pass_ready", { name }),
  );
  dialog().replaceChildren(
    el("h2", { id: "passing-title" }, words("pass_title", { name })),
    el("p", {}, words("pass_text")),
    go,
  );
  dialog().oncancel = (event) => event.preventDefault();
  openDialog(dialog());
}
