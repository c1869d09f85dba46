// Highlights on a drawing: which parts can be chosen, which are, and what is out of the question.
import { reducedMotion } from "../shared/dom.js";
import { PEN } from "./drawing.js";
import { apartOnScreen, boxes, outlineOf, ring } from "../choice/rings.js";

const STATES = ["live", "other", "chosen", "implied"];
const PRINTED = `path:not(${PEN})`; // a symbol, which ink would cover
const LARGE = 110; // pixels: parts such as whole cards are ringed, not filled

export const partsOf = (root) => [...root.querySelectorAll("[data-part]")];

export const partId = (element) => element.dataset.part;

// Parts of a sort have names that begin alike; fields have plain ones.
const sortOf = (part) => partId(part).match(/^[^-]*(?=-)/)?.[0] ?? "";

// ``apart``: rings keep their distance, as those around dice do.
export function highlight(root, state, { apart = false, written = () => false } = {}) {
  const parts = partsOf(root);
  for (const part of parts) {
    part.classList.remove(...STATES, "beneath", "dim", "written");
    for (const old of part.querySelectorAll(":scope > .ring")) old.remove();
    part.querySelector(":scope > .inked")?.classList.remove("inked");
  }
  const states = new Map(parts.map((part) => [part, state(partId(part))]));
  const measured = boxes(parts);
  const sorts = new Set(parts.filter((part) => states.get(part)).map(sortOf));
  const rings = [];
  for (const part of parts) {
    const now = states.get(part);
    const small = Math.min(measured.get(part).width, measured.get(part).height) < LARGE;
    const inked = small && written(partId(part)) && !part.querySelector(PRINTED);
    part.classList.toggle("written", inked);
    if (inked) outlineOf(part)?.classList.add("inked");
    if (now) {
      enable(part, now);
      rings.push([part, ring(part, apart ? apartOnScreen(part) : 0)]);
    } else disable(part, sorts.has(sortOf(part)));
  }
  for (const [part, made] of rings) part.append(made);
  letThrough(parts, measured);
}

// The parts of the move that the coach would make.
export function highlightHint(roots, parts) {
  for (const part of roots.flatMap(partsOf)) {
    const hinted = parts.includes(partId(part));
    part.classList.toggle("hinted", hinted);
    if (hinted && !part.querySelector(":scope > .halo")) part.append(ring(part));
  }
}

// What lies inside a part that can be chosen, a field in a zone, does not catch its taps.
function letThrough(parts, measured) {
  const isLive = (part) => part.getAttribute("role") === "button";
  const live = parts.filter(isLive).map((part) => measured.get(part));
  for (const part of parts.filter((part) => !isLive(part))) {
    const { x, y, width, height } = measured.get(part);
    const [mx, my] = [x + width / 2, y + height / 2];
    const inside = (box) => box.left < mx && mx < box.right && box.top < my && my < box.bottom;
    part.classList.toggle("beneath", live.some(inside));
  }
}

const bounds = (element) => element.getBoundingClientRect();

// On a small screen a player sees at least one part to choose, without looking for it.
export function scrollIntoSight(roots, which = ".part.live") {
  const live = roots.flatMap((root) => [...root.querySelectorAll(which)]);
  const act = document.querySelector("#act")?.getBoundingClientRect();
  const beside = ({ left, right }) => !act?.top || right <= act.left || left >= act.right;
  const inside = (part) => Boolean(part.closest("#act"));
  const low = (part, box) => (inside(part) || beside(box) ? innerHeight : act.top) - 8;
  const seen = (part) => {
    const box = bounds(part);
    return box.top + box.bottom > 40 && box.top + box.bottom < 2 * low(part, box);
  };
  if (!live.length || live.some(seen)) return;
  const box = bounds(live[0]);
  const top = (box.top + box.bottom - 40 - low(live[0], box)) / 2;
  scrollBy({ top, behavior: reducedMotion() ? "instant" : "smooth" });
}

function enable(part, state) {
  part.classList.add(state);
  part.setAttribute("role", "button");
  part.setAttribute("tabindex", "0");
  part.setAttribute("aria-pressed", state === "chosen");
}

// What is written stays as it is; what is still empty but out of the question steps back.
function disable(part, dim) {
  const whole = part.querySelector("[data-part]");
  const empty = !whole && !part.querySelector(PEN);
  part.classList.toggle("dim", dim && empty);
  part.setAttribute("role", whole ? "group" : "img");
  // Without a tabindex the part would lose the focus.
  if (part === document.activeElement) part.setAttribute("tabindex", "-1");
  else part.removeAttribute("tabindex");
  part.removeAttribute("aria-pressed");
}
