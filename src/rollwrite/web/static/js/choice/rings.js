// A ring around a part in the part's own shape, and the room around it that a finger may hit.
import { svgEl } from "../shared/dom.js";

const SHAPES = "rect, circle, polygon";
const FINGER = 40; // pixels a target should have
const APART = 4.5; // between a die and its ring, in pixels

// The first closed shape of a part is its outline; apart from it by so much, in its own units.
export const outlineOf = (part) =>
  [...part.children].find((child) => child.matches(SHAPES) && !child.matches(".ring"));

export function ring(part, apart = 0) {
  const shape = outlineOf(part);
  const made = shape ? outline(shape, apart) : around(part.getBBox(), apart);
  made.classList.add("halo", "ring");
  return made;
}

function outline(shape, apart) {
  const made = grown(shape, apart);
  if (shape.hasAttribute("transform")) made.setAttribute("transform", shape.getAttribute("transform"));
  return made;
}

function grown(shape, apart) {
  const value = (name) => Number(shape.getAttribute(name) ?? 0);
  if (shape.matches("circle")) {
    return svgEl("circle", { cx: value("cx"), cy: value("cy"), r: value("r") + apart });
  }
  if (shape.matches("polygon")) return svgEl("polygon", { points: shape.getAttribute("points") });
  const [x, y, width, height] = ["x", "y", "width", "height"].map(value);
  return around({ x, y, width, height }, apart, value("rx"));
}

const around = ({ x, y, width, height }, apart, radius = 6) =>
  svgEl("rect", {
    x: x - apart, y: y - apart, width: width + 2 * apart, height: height + 2 * apart,
    rx: radius + apart,
  });

export const apartOnScreen = (part) => APART / scaleOf(part);

const scaleOf = (part) => part.getScreenCTM()?.a || 1;

// Boxes of parts on the screen, measured once: a layout for each of them would be slow.
export const boxes = (parts) => new Map(parts.map((part) => [part, part.getBoundingClientRect()]));

// Room for a finger around a small part, up to halfway to its neighbours.
export function reach(part, measured) {
  const own = measured.get(part);
  if (Math.min(own.width, own.height) >= FINGER) return null;
  const wanted = { x: Math.max(0, FINGER - own.width) / 2, y: Math.max(0, FINGER - own.height) / 2 };
  const room = { left: wanted.x, right: wanted.x, top: wanted.y, bottom: wanted.y };
  for (const [other, box] of measured) {
    if (other === part || other.contains(part) || part.contains(other)) continue;
    limit(room, own, box, wanted);
  }
  const scale = scaleOf(part);
  const { x, y, width, height } = part.getBBox();
  const made = around(
    {
      x: x - room.left / scale,
      y: y - room.top / scale,
      width: width + (room.left + room.right) / scale,
      height: height + (room.top + room.bottom) / scale,
    },
    0,
  );
  made.classList.add("reach", "ring");
  return made;
}

function limit(room, own, box, wanted) {
  const beside = box.top < own.bottom + wanted.y && box.bottom > own.top - wanted.y;
  const over = box.left < own.right && box.right > own.left;
  if (over && box.top >= own.bottom - 1) room.bottom = Math.min(room.bottom, half(box.top - own.bottom));
  else if (over && box.bottom <= own.top + 1) room.top = Math.min(room.top, half(own.top - box.bottom));
  else if (beside && box.left >= own.right - 1) room.right = Math.min(room.right, half(box.left - own.right));
  else if (beside && box.right <= own.left + 1) room.left = Math.min(room.left, half(own.left - box.right));
}

const half = (gap) => Math.max(0, gap / 2);
