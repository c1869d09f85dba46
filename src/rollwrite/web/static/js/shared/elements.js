// Small helpers to build the page; text is always text, never HTML.
import { address } from "./transport.js";

const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : key === "href" ? address(value) : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

export function svgEl(name, attributes = {}) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

export function icon(name) {
  const picture = svgEl("svg", { class: "icon", "aria-hidden": "true", focusable: "false" });
  const sprite = document.documentElement.dataset.sprite;
  picture.append(svgEl("use", { href: `${sprite}#${name}` }));
  return picture;
}

export function openDialog(dialog) {
  if (!dialog.open) dialog.showModal();
}

// Every dialog closes by its button, by Escape and by a tap beside it.
export function closableDialogs() {
  for (const dialog of document.querySelectorAll("dialog:not(.whole)")) {
    dialog.addEventListener("click", (event) => {
      const button = event.target.closest("[data-close]");
      if (button || event.target === dialog) dialog.close();
    });
  }
}
