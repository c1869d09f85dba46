// Keeps the focus with the player: it stays where it was, or goes to what can be decided next.
import { byId } from "../shared/dom.js";

const SEEN = { visibilityProperty: true };
const LIVE = '[data-part][role="button"]';

export class Focus {
  constructor(table) {
    this.table = table;
    this.parked = false; // on the prompt, until something can be decided
  }

  // Lets the page change. Whoever has focused nothing, or something beside the table, is left alone.
  keep(change) {
    const active = document.activeElement;
    const id = active?.id;
    const ours = active !== document.body && byId("main").contains(active);
    const byKeys = ours && active.matches(":focus-visible");
    this.parked &&= active === byId("prompt");
    change();
    if (!ours || document.querySelector("dialog[open]")) return;
    const still = id ? byId(id) : active;
    const now = document.activeElement;
    if (now !== document.body && now !== active && now !== still) return; // the end takes it itself
    if (this.serves(still)) {
      if (now === still) return;
      if (still.dataset.part && still.tabIndex < 0) still.setAttribute("tabindex", "-1");
      still.focus({ preventScroll: true });
    } else {
      this.moveOn(still, byKeys);
    }
  }

  // A part or a button serves while it can be used; until somebody can decide, it may rest there.
  serves(element) {
    if (!element?.isConnected || !element.checkVisibility(SEEN)) return false;
    const { busy, seat } = this.table;
    if (busy || seat === null) return true;
    if (element.dataset.part !== undefined) return element.matches(LIVE);
    return !this.parked && element.getAttribute("aria-disabled") !== "true";
  }

  // To the nearest live part of the same drawing, any other one, a button, or the prompt.
  moveOn(from, byKeys) {
    const { drawings, actionBar, busy } = this.table;
    const near = from?.closest?.("#mine, #tray, #market");
    const live = (root) => [...(root?.querySelectorAll(LIVE) ?? [])].filter((one) => one.checkVisibility(SEEN));
    const buttons = [...byId("act").querySelectorAll("[data-press]")];
    const next = busy ? byId("prompt") : (
      nearest(live(near), from) ??
      drawings.flatMap(live)[0] ??
      buttons.find((button) => button.classList.contains("primary")) ??
      buttons[0] ??
      byId("prompt")
    );
    if (!next.checkVisibility()) return;
    this.parked = next === byId("prompt");
    actionBar.given = next.id;
    next.focus({ preventScroll: !byKeys });
  }

  // After the device was handed over: whoever has it now begins at what can be decided.
  begin() {
    this.moveOn(null, true);
  }
}

function nearest(parts, from) {
  if (!parts.length) return undefined;
  const [x, y] = middle(from);
  const distance = (part) => Math.hypot(middle(part)[0] - x, middle(part)[1] - y);
  return parts.reduce((best, part) => (distance(part) < distance(best) ? part : best));
}

export function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
