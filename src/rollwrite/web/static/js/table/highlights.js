// Highlights on a drawing: which parts can be chosen, which are, and what lies around them to tap.
import { reducedMotion, svgEl } from "../shared/dom.js";

const STATES = ["live", "other", "chosen", "implied"];
const PAD = 2;
const MOST_PAD = 4;
const LARGE = 110; // parts such as whole cards, which a tint would wash out
const TARGET = 24.5; // pixels, where the neighbours leave room

export const partsOf = (root) => [...root.querySelectorAll("[data-part]")];

export const partId = (element) => element.dataset.part;

export function highlight(root, state) {
  for (const part of partsOf(root)) {
    const now = state(partId(part));
    part.querySelector(":scope > .halo")?.remove();
    part.classList.remove(...STATES, "beneath");
    if (now) enable(part, now);
    else disable(part);
  }
  letThrough(root);
}

// The parts of the move that the coach would make.
export function highlightHint(roots, parts) {
  for (const part of roots.flatMap(partsOf)) {
    part.classList.toggle("hinted", parts.includes(partId(part)));
  }
}

// What lies inside a part that can be chosen, a field in a zone, does not catch its taps.
function letThrough(root) {
  const live = [...root.querySelectorAll('[data-part][role="button"]')].map(bounds);
  for (const part of root.querySelectorAll('[data-part]:not([role="button"])')) {
    const { x, y, width, height } = bounds(part);
    const [mx, my] = [x + width / 2, y + height / 2];
    const inside = (box) => box.left < mx && mx < box.right && box.top < my && my < box.bottom;
    part.classList.toggle("beneath", live.some(inside));
  }
}

const bounds = (element) => element.getBoundingClientRect();

// On a small screen a player sees at least one part to choose, without looking for it.
export function scrollIntoSight(roots, which = ".part.live") {
  const live = roots.flatMap((root) => [...root.querySelectorAll(which)]);
  const line = document.querySelector(".act-line")?.getBoundingClientRect();
  const beside = ({ left, right }) => !line?.top || right <= line.left || left >= line.right;
  const low = (box) => (beside(box) ? innerHeight : line.top) - 8;
  const seen = (box) => box.top + box.bottom > 40 && box.top + box.bottom < 2 * low(box);
  if (!live.length || live.some((part) => seen(bounds(part)))) return;
  live[0].scrollIntoView({ block: "center", behavior: reducedMotion() ? "auto" : "smooth" });
}

function enable(part, state) {
  part.classList.add(state);
  part.setAttribute("role", "button");
  part.setAttribute("tabindex", "0");
  part.setAttribute("aria-pressed", state === "chosen");
  part.append(halo(part));
}

function disable(part) {
  part.setAttribute("role", part.querySelector("[data-part]") ? "group" : "img");
  // Without a tabindex the part would lose the focus.
  if (part === document.activeElement) part.setAttribute("tabindex", "-1");
  else part.removeAttribute("tabindex");
  part.removeAttribute("aria-pressed");
}

function halo(part) {
  const box = part.getBBox();
  const scale = part.getScreenCTM()?.a || 1;
  const wanted = (TARGET / scale - Math.min(box.width, box.height)) / 2;
  const pad = Math.max(PAD, Math.min(MOST_PAD, wanted));
  return svgEl("rect", {
    class: Math.min(box.width, box.height) > LARGE ? "halo large" : "halo",
    x: box.x - pad,
    y: box.y - pad,
    width: box.width + 2 * pad,
    height: box.height + 2 * pad,
    rx: Math.min(10, box.height / 4 + pad),
  });
}
