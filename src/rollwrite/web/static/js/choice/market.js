// What lies open for all: beside the sheet where there is room, else a drawer that opens over it.
import { byId } from "../shared/dom.js";
import { t } from "../shared/texts.js";
import { showDrawing } from "../table/drawing.js";

const LIVE = '[data-part][role="button"]';

export class Market {
  constructor(changed = () => {}) {
    this.container = byId("market");
    this.handle = byId("market-handle");
    this.changed = changed; // what is live must be found anew when it comes into view
    this.handle.addEventListener("click", () => this.open(!this.isOpen));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
    document.addEventListener("pointerdown", ({ target }) => {
      if (!target.closest?.("#market, #market-handle, #act, dialog")) this.close();
    });
  }

  get isOpen() {
    return this.handle.getAttribute("aria-expanded") === "true";
  }

  // Whether it is a drawer: elsewhere the handle is not shown.
  get isDrawer() {
    return this.handle.checkVisibility();
  }

  open(wanted) {
    if (wanted === this.isOpen) return;
    const inside = this.container.contains(document.activeElement);
    this.handle.setAttribute("aria-expanded", wanted);
    this.container.classList.toggle("open", wanted);
    if (wanted) this.container.tabIndex = 0; // by keyboard, too, it scrolls
    else this.container.removeAttribute("tabindex");
    if (!wanted && inside) this.handle.focus();
    if (!wanted) return;
    // It ends where its handle is, however far the page is scrolled; above it there is to be room.
    if (this.handle.getBoundingClientRect().top < innerHeight / 2) scrollTo({ top: 0, behavior: "instant" });
    const below = innerHeight - this.handle.getBoundingClientRect().top;
    this.container.style.setProperty("--below", `${below}px`);
    this.changed();
    this.container.scrollLeft = this.container.scrollWidth; // what is cheapest comes last
    const live = this.container.querySelector(".part.live");
    live?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  close() {
    if (this.isDrawer) this.open(false);
  }

  show(source) {
    this.container.hidden = this.handle.hidden = !source;
    byId("main").classList.toggle("has-market", Boolean(source));
    if (!source) return this.open(false);
    showDrawing(this.container, source, "market");
    // As large as it is drawn: wider than a phone, it is pushed aside like cards on a table.
    const { width } = this.container.querySelector("svg").viewBox.baseVal;
    this.container.style.setProperty("--own-width", `${0.92 * width}px`);
  }

  // After the highlights: how many parts of it can be chosen, and whether it is what comes next.
  follow(decision, selection, others) {
    const parts = [...this.container.querySelectorAll(LIVE)];
    const live = parts.filter((part) => part.classList.contains("live"));
    const count = parts.length;
    byId("market-count").textContent = count ? t("market_count", { points: count }) : "";
    const elsewhere = others.some((root) => root.querySelector(".part.live"));
    const fresh = decision !== this.decision;
    this.decision = decision;
    if (!this.isDrawer) return;
    if (fresh) this.open(live.length > 0 && !elsewhere);
    else if (selection.parts.length && !selection.ready && !live.length && elsewhere) this.open(false);
  }
}
