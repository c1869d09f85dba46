// Says what has changed to those who listen, and shows short notes to those who look.
import { byId } from "./dom.js";

let hiding = null;

export function say(text) {
  if (!text) return;
  const line = document.createElement("p");
  line.textContent = text;
  byId("say").replaceChildren(line);
}

export function toast(text, lasting = false) {
  const container = byId("toast");
  container.textContent = text;
  container.hidden = false;
  clearTimeout(hiding);
  if (!lasting) hiding = setTimeout(quiet, Math.max(3500, 70 * text.length));
}

export function quiet() {
  byId("toast").hidden = true;
}
