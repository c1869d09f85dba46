// A sheet or a tray on the page: patched in place, so that focus stays and new ink can be seen.
import { drawing, patch, reducedMotion } from "../shared/dom.js";

const ROW = 130; // the height of dice in a row, with their letters
const WIDE = 3.6;
const SQUARE = 1.6;

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
  container.dataset.source = hash(source);
  if (known && before.size && !reducedMotion()) writeFresh(container, before);
  return true;
}

// What has just been written is written before our eyes.
function writeFresh(container, before) {
  for (const path of pens(container)) {
    if (before.has(path.getAttribute("d"))) continue;
    path.setAttribute("pathLength", "1");
    path.classList.add("fresh");
  }
}

// A sheet that is hardly wider than high leaves room beside it for the rest.
export function isSquare(source) {
  const [width, height] = sizeOf(source);
  return width / height < SQUARE;
}

// A tray that is more than a row of dice: it needs a place of its own.
export function isTall(source) {
  const [width, height] = sizeOf(source);
  return height > ROW && width / height < WIDE;
}

const sizeOf = (source) => source.match(/viewBox="0 0 ([\d.]+) ([\d.]+)"/).slice(1).map(Number);

function hash(text) {
  let found = 5381;
  for (let i = 0; i < text.length; i += 1) found = ((found * 33) ^ text.charCodeAt(i)) >>> 0;
  return found;
}
