// A finger is less exact than a mouse: a tap beside a part that can be chosen means that part.
const FINGER = 44; // pixels: as wide and high as this is a target, however small its part is
const BESIDE = 20; // pixels around a part, where nothing else lies

const LIVE = '[data-part][role="button"]';

// Where the finger was: browsers move the place of a click to what they take for its target.
let finger = null;

export function follow(root) {
  root.addEventListener("pointerup", (event) => {
    finger = event.pointerType === "mouse" ? null : event;
  });
}

// The part that a tap means.
export function meant(event, root) {
  const place = finger;
  finger = null;
  return place ? meantAt(place.clientX, place.clientY, root) : event.target.closest("[data-part]");
}

// The part at a place, or the nearest one that can be chosen.
export function meantAt(x, y, root) {
  const hit = document.elementFromPoint(x, y)?.closest("[data-part]") ?? null;
  return hit?.matches(LIVE) ? hit : nearest(root, x, y, hit ? overAnother : onPaper) ?? hit;
}

function nearest(root, x, y, reach) {
  let best = null;
  let least = Infinity;
  for (const part of root.querySelectorAll(LIVE)) {
    const box = part.getBoundingClientRect();
    const way = reach(box, x, y);
    if (way < least) [best, least] = [part, way];
  }
  return best;
}

// What lies next to it keeps its own middle: a tap there asks why it cannot be chosen.
function overAnother({ left, top, width, height }, x, y) {
  const [dx, dy] = [Math.abs(x - left - width / 2), Math.abs(y - top - height / 2)];
  const inside = dx <= Math.max(FINGER, width) / 2 && dy <= Math.max(FINGER, height) / 2;
  return inside ? Math.hypot(dx, dy) : Infinity;
}

function onPaper({ left, top, right, bottom }, x, y) {
  const way = Math.hypot(Math.max(left - x, x - right, 0), Math.max(top - y, y - bottom, 0));
  return way <= BESIDE ? way : Infinity;
}
