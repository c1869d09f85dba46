// What tables need besides the helpers of every page: patching, and drawings.
import { Idiomorph } from "../../vendor/idiomorph.js";

export * from "./elements.js";

// Patches the content of an element so that focus and scroll position stay where they are. Of what
// has the focus only fields are left alone: a button says at once what it does now.
export function patch(container, nodes) {
  const typing = Boolean(document.activeElement?.matches("input, select, textarea"));
  Idiomorph.morph(container, nodes, { morphStyle: "innerHTML", ignoreActiveValue: typing });
}

// Makes one element equal to another.
export const morph = (element, other) => Idiomorph.morph(element, other, { morphStyle: "outerHTML" });

// A drawing comes from the server as SVG; whatever else it held would be dropped.
export function drawing(source) {
  const parsed = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  return document.importNode(parsed, true);
}

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
