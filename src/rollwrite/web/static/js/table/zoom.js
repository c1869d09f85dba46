// On small screens the first tap on a dense sheet comes closer, the second one chooses.
import { el, icon } from "../shared/dom.js";
import { t } from "../shared/texts.js";
import { middle } from "./focus.js";

const SMALLEST = 24; // pixels from target to target
const CLOSER = 2.2;

export class Zoom {
  constructor(container) {
    this.container = container;
    this.whole = null;
    this.button = el(
      "button",
      { type: "button", class: "plain whole-sheet", onclick: () => this.out() },
      icon("whole"),
      t("whole_sheet"),
    );
  }

  get svg() {
    return this.container.querySelector("svg");
  }

  // Whether this tap was used to come closer.
  tapped(event) {
    if (event.pointerType !== "touch" || this.whole || !this.dense()) return false;
    this.into(event.clientX, event.clientY);
    return true;
  }

  // A finger can tell parts apart by their middles: beside a part there is room for it.
  dense() {
    const live = [...this.container.querySelectorAll('[data-part][role="button"]')];
    const middles = live.filter((part) => !part.querySelector('[role="button"]')).map(middle);
    return middles.some(([x, y], index) =>
      middles.slice(0, index).some(([u, v]) => Math.hypot(x - u, y - v) < SMALLEST - 0.01), // rounding
    );
  }

  into(x, y) {
    const { svg } = this;
    this.whole = svg.getAttribute("viewBox");
    const [, , width, height] = this.whole.split(" ").map(Number);
    const box = svg.getBoundingClientRect();
    const [w, h] = [width / CLOSER, height / CLOSER];
    const left = within(((x - box.x) / box.width) * width - w / 2, width - w);
    const top = within(((y - box.y) / box.height) * height - h / 2, height - h);
    this.part = `${left} ${top} ${w} ${h}`;
    this.again();
    this.container.after(this.button);
  }

  // After the sheet was drawn anew, it is seen from as close as before.
  again() {
    if (this.whole) this.svg.setAttribute("viewBox", this.part);
  }

  out() {
    if (this.whole) this.svg?.setAttribute("viewBox", this.whole);
    this.whole = null;
    this.button.remove();
  }
}

const within = (value, most) => Math.max(0, Math.min(most, value));
