// On small screens the first tap on a dense sheet comes closer, the second one chooses. From close
// by, the sheet is moved with a finger.
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
    container.addEventListener("pointerdown", (event) => this.take(event));
    container.addEventListener("pointermove", (event) => this.move(event));
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
    const [left, top, width, height] = this.whole.split(" ").map(Number);
    const box = svg.getBoundingClientRect();
    const across = (x - box.x) / box.width - 0.5 / CLOSER;
    const down = (y - box.y) / box.height - 0.5 / CLOSER;
    this.see(left + across * width, top + down * height);
    this.container.classList.add("closer");
    this.container.after(this.button);
  }

  // The part of the sheet that begins there, as far as the sheet goes.
  see(x, y) {
    const [left, top, width, height] = this.whole.split(" ").map(Number);
    const [w, h] = [width / CLOSER, height / CLOSER];
    this.at = [within(x, left, left + width - w), within(y, top, top + height - h)];
    this.part = `${this.at.join(" ")} ${w} ${h}`;
    this.again();
  }

  take({ clientX, clientY }) {
    this.hold = this.whole && [clientX, clientY, ...this.at];
  }

  move({ clientX, clientY, buttons }) {
    if (!this.hold || !buttons) return;
    const [x, y, left, top] = this.hold;
    const scale = this.svg.getScreenCTM().a;
    this.see(left - (clientX - x) / scale, top - (clientY - y) / scale);
  }

  // After the sheet was drawn anew, it is seen from as close as before.
  again() {
    if (this.whole) this.svg.setAttribute("viewBox", this.part);
  }

  out() {
    if (this.whole) this.svg?.setAttribute("viewBox", this.whole);
    this.whole = this.hold = null;
    this.container.classList.remove("closer");
    this.button.remove();
  }
}

const within = (value, least, most) => Math.max(least, Math.min(most, value));
