// A sheet or a tray on the page: patched in place, so that focus stays and new ink can be seen.
import { drawing, morph, reducedMotion } from "../shared/dom.js";

const SQUARE = 1.6;
const STROKE = 160; // milliseconds for a stroke, before the next one begins
const WRITTEN = 1600; // for all of them: of many, each takes less

// What is written by hand: round ends tell it from symbols that are mere outlines.
export const PEN = 'path[fill="none"][stroke-linecap]';

const pens = (root) => [...root.querySelectorAll(PEN)];

// What a part holds, wherever it lies: a sheet that grows moves all that is on it.
export const held = (part) => `${part.getAttribute("aria-label")} ${pens(part).length}`;

const holds = (root) =>
  new Map([...root.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, held(part)]));

const drawn = new WeakMap(); // by container: the drawing as it came, before the page marked any part

// Shows a drawing. What is new is written after so many milliseconds; returns when it will have been.
export function showDrawing(container, source, prefix, after = 0) {
  const old = container.dataset.of === prefix && container.firstElementChild ? drawn.get(container) : null;
  if (old?.source === source) return after;
  const svg = drawing(source);
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  for (const part of svg.querySelectorAll("[data-part]")) part.id = `${prefix}-${part.dataset.part}`;
  const before = new Set(pens(container).map((path) => path.getAttribute("d")));
  const kept = holds(container);
  if (old) update(container.firstElementChild, old.svg, svg);
  else container.replaceChildren(svg.cloneNode(true));
  drawn.set(container, { source, svg });
  container.dataset.of = prefix;
  container.style.setProperty("--ratio", ratio(source));
  return old && !reducedMotion() ? writeFresh(container, before, kept, after) : after;
}

// Changes what differs between two drawings, and leaves the rest alone: most moves change a part or
// two. What the page has added to a part comes after what was drawn.
function update(live, old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (!isAlike(old, fresh)) {
    if (fresh.dataset.part) morph(live, fresh.cloneNode(true));
    else live.replaceWith(fresh.cloneNode(true));
    return;
  }
  const shown = [...live.children];
  [...fresh.children].forEach((child, index) => update(shown[index], old.children[index], child));
}

// Whether two elements differ in what their children hold, at most.
const isAlike = (old, fresh) =>
  old.children.length > 0 &&
  old.children.length === fresh.children.length &&
  old.childNodes.length === old.children.length &&
  fresh.childNodes.length === fresh.children.length &&
  old.cloneNode(false).isEqualNode(fresh.cloneNode(false));

// What has just been written is written before our eyes, one thing after the other.
function writeFresh(container, before, kept, after) {
  const fresh = pens(container).filter((path) => {
    const part = path.closest("[data-part]");
    const moved = part && kept.get(part.dataset.part) === held(part);
    return !moved && !before.has(path.getAttribute("d"));
  });
  const pace = Math.min(STROKE, WRITTEN / fresh.length);
  fresh.forEach((path, index) => {
    path.setAttribute("pathLength", "1");
    path.style.setProperty("--late", `${Math.round(after + index * pace)}ms`);
    path.classList.add("fresh");
  });
  return fresh.length ? after + fresh.length * pace : after;
}

// A sheet that is hardly wider than high leaves room beside it for the rest.
export const isSquare = (source) => ratio(source) < SQUARE;

// How many times as wide as high it is.
export function ratio(source) {
  const [width, height] = sizeOf(source);
  return width / height;
}

const sizeOf = (source) => source.match(/viewBox="0 0 ([\d.]+) ([\d.]+)"/).slice(1).map(Number);

const SETTLED = 100; // milliseconds without another change of size

// After a turn of the device, rings and fingers have other measures; the choice stays.
export function onResize(measure) {
  let due = 0;
  addEventListener("resize", () => {
    clearTimeout(due);
    due = setTimeout(measure, SETTLED);
  });
}
