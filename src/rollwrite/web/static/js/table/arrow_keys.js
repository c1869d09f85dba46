// Arrow keys walk over the paper: to live parts, or with Shift to all parts, to ask why not.
import { middle } from "./focus.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function walk(event, roots) {
  const way = WAYS[event.key];
  const from = event.target.closest?.("[data-part]");
  if (!way || !from) return false;
  const which = event.shiftKey ? "[data-part]" : '[data-part][role="button"]';
  const seen = roots.filter((root) => root.checkVisibility({ visibilityProperty: true }));
  const parts = seen.flatMap((root) => [...root.querySelectorAll(which)]);
  const next = nearest(from, parts, way);
  if (!next) return false;
  event.preventDefault();
  if (!next.hasAttribute("tabindex")) next.setAttribute("tabindex", "-1");
  next.focus();
  return true;
}

// The part that lies furthest in line: distance along the way, and twice what it is off it.
function nearest(from, parts, [dx, dy]) {
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const part of parts) {
    if (part === from) continue;
    const [px, py] = middle(part);
    const along = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    if (along < 2) continue;
    const cost = along + 2 * aside;
    if (cost < least) [best, least] = [part, cost];
  }
  return best;
}
