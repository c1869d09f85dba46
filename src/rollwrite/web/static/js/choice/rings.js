// A ring around a part in the part's own shape.
import { svgEl } from "../shared/dom.js";

const SHAPES = "rect, circle, polygon";
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
