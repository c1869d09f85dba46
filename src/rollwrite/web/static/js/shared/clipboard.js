// Copying and sharing, where the browser lets us.
import { t } from "./texts.js";

export async function copy(text, button) {
  let result = "copied";
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    result = copyByHand(text) ? "copied" : "copy_failed";
  }
  const label = button.lastChild;
  const before = label.textContent;
  label.textContent = t(result);
  setTimeout(() => (label.textContent = before), 1600);
}

// Pages without TLS (a family's own network) have no clipboard; the old command still works there.
function copyByHand(text) {
  const field = document.createElement("textarea");
  field.value = text;
  const container = document.querySelector("dialog[open]") ?? document.body;
  container.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

export const canShare = () => Boolean(navigator.share);

export const share = (content) => navigator.share(content).catch(() => {});
