// A sheet or a tray on the page: patched in place, so that focus stays and new ink can be seen.
import { drawing, patch, reducedMotion } from "../shared/dom.js";

const SQUARE = 1.6;
const STROKE = 160; // milliseconds for a stroke, before the next one begins

const pens = (root) => [...root.querySelectorAll('path[fill="none"]')];

// Shows a drawing; returns whether anything on it has changed.
export function showDrawing(container, source, prefix) {
  if (container.dataset.source === String(hash(source))) return false;
  const before = new Set(pens(container).map((path) => path.getAttribute("d")));
  const fresh = drawing(source);
  fresh.removeAttribute("width");
  fresh.removeAttribute("height");
  for (const part of fresh.querySelectorAll("[data-part]")) part.id = `${prefix}-${part.dataset.part}`;
  const known = container.dataset.of === prefix;
  patch(container, fresh.outerHTML);
  container.dataset.of = prefix;
  container.style.setProperty("--ratio", ratio(source));
  container.dataset.source = hash(source);
  if (known && !reducedMotion()) writeFresh(container, before);
  return true;
}

// What has just been written is written before our eyes, one thing after the other.
function writeFresh(container, before) {
  const fresh = pens(container).filter((path) => !before.has(path.getAttribute("d")));
  fresh.forEach((path, index) => {
    path.setAttribute("pathLength", "1");
    path.style.setProperty("--late", `${index * STROKE}ms`);
    path.classList.add("fresh");
  });
}

// A sheet that is hardly wider than high leaves room beside it for the rest.
export const isSquare = (source) => ratio(source) < SQUARE;

// How many times as wide as high it is.
export function ratio(source) {
  const [width, height] = sizeOf(source);
  return width / height;
}

const sizeOf = (source) => source.match(/viewBox="0 0 ([\d.]+) ([\d.]+)"/).slice(1).map(Number);

function hash(text) {
  let found = 5381;
  for (let i = 0; i < text.length; i += 1) found = ((found * 33) ^ text.charCodeAt(i)) >>> 0;
  return found;
}

const SETTLED = 100; // milliseconds without another change of size

// After a turn of the device, rings and fingers have other measures; the choice stays.
export function onResize(measure) {
  let due = 0;
  addEventListener("resize", () => {
    clearTimeout(due);
    due = setTimeout(measure, SETTLED);
  });
}
