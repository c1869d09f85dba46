// Taps, keys and hovering on paper and dice, handed on to the table as parts.
import { byId } from "../shared/dom.js";
import { walk } from "./arrow_keys.js";
import { partId } from "./highlights.js";
import { follow, meant } from "./touch.js";

const HOVER = 700;

const partAt = (event) => event.target.closest?.("[data-part]");
const isLive = (part) => part.getAttribute("role") === "button";

export class SheetInput {
  constructor(table) {
    this.table = table;
    for (const root of table.drawings) {
      follow(root);
      root.addEventListener("click", (event) => this.tapped(event));
      root.addEventListener("keydown", (event) => this.keyed(event));
      root.addEventListener("focusin", (event) => this.asked(event));
      root.addEventListener("pointerover", (event) => this.hovered(event));
      root.addEventListener("pointerout", () => clearTimeout(this.hovering));
    }
    document.addEventListener("keydown", (event) => this.tookBack(event));
    for (const container of [byId("seats"), byId("others")]) {
      container.addEventListener("click", (event) => {
        const button = event.target.closest("[data-seat]");
        if (button) table.seatTapped(Number(button.dataset.seat));
      });
    }
  }

  tapped(event) {
    if (this.table.sheet.contains(event.target) && this.table.zoom.tapped(event)) return;
    const part = meant(event, event.currentTarget);
    if (part) this.table.part(partId(part));
  }

  // Enter chooses, and confirms what is chosen; the space bar only ever toggles.
  keyed(event) {
    const { table } = this;
    if (walk(event, table.drawings)) return;
    const part = partAt(event);
    if (!part || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    if (event.repeat) return; // a key that is held down chooses once
    const id = partId(part);
    const chosen = table.selection.has(id);
    if (event.key === "Enter" && chosen && table.selection.ready) table.confirm();
    else if (event.key === " " && chosen) table.choose(() => table.selection.toggle(id));
    else table.part(id);
  }

  tookBack(event) {
    const typing = event.target.closest("input, textarea, select, dialog");
    if (event.key !== "Backspace" || typing) return;
    event.preventDefault();
    this.table.undo();
  }

  // By keyboard and by mouse, a part that cannot be used says why.
  asked(event) {
    const part = partAt(event);
    const { seat, busy } = this.table;
    if (!part?.matches(":focus-visible") || isLive(part) || seat === null || busy) return;
    this.table.why(partId(part));
  }

  hovered(event) {
    clearTimeout(this.hovering);
    const part = partAt(event);
    const { table } = this;
    if (event.pointerType !== "mouse" || !part || table.seat === null) return;
    if (isLive(part) || table.busy) return;
    this.hovering = setTimeout(() => table.why(partId(part)), HOVER);
  }
}
