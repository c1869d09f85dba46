// Copying and sharing, where the browser lets us.
import { words } from "./words.js";

export async function copy(text, button) {
  let told = "copied";
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    told = copyByHand(text) ? "copied" : "copy_failed";
  }
  const label = button.lastChild;
  const before = label.textContent;
  label.textContent = words(told);
  setTimeout(() => (label.textContent = before), 1600);
}

// Pages without TLS (a family's own network) have no clipboard; the old command still works there.
function copyByHand(text) {
  const field = document.createElement("textarea");
  field.value = text;
  const place = document.querySelector("dialog[open]") ?? document.body;
  place.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

export const canShare = () => Boolean(navigator.share);

export const share = (content) => navigator.share(content).catch(() => {});
