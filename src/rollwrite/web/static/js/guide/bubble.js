// The guide of a first game: at each kind of decision, the first time, a bubble that points at the
// part it is about. The server knows what to say; this browser knows what it has said.
import { say } from "../shared/announcer.js";
import { byId, el } from "../shared/dom.js";
import { load, save } from "../shared/storage.js";
import { t } from "../shared/texts.js";

const GAP = 14; // pixels between the bubble and what it points at
const EDGE = 8;
const ALL = "guide"; // "off" for whoever wants none in any game

const key = (game) => `guide ${game}`;

export class Guide {
  constructor(table) {
    this.table = table;
    this.bubble = null;
    const place = () => this.bubble && this.place();
    addEventListener("resize", place);
    addEventListener("scroll", place, { passive: true });
    document.addEventListener("guide-again", () => this.again(table.view, table.seat));
    new ResizeObserver(place).observe(byId("main"));
  }

  // What has been told about this game; null if it is to tell no more.
  seen(view) {
    if (load(ALL) === "off") return null;
    const found = load(key(view.game.id), []);
    return found === "off" ? null : found;
  }

  show(view, seat) {
    const tip = seat === null || view.status !== "playing" ? null : view.tips?.[seat];
    const seen = this.seen(view);
    const due = tip && seen && !seen.includes(tip.key) ? tip : null;
    if (this.shown && (this.shown.key !== due?.key || this.shown.game !== view.game.id)) this.told();
    if (!due) return;
    this.shown = { key: due.key, game: view.game.id, tip: due };
    const made = this.make(due, seen.length + 1);
    if (this.bubble) this.bubble.replaceWith(made);
    else byId("main").append(made);
    this.bubble = made;
    this.place();
    say([due.title, due.text, due.example].filter(Boolean).join(" "));
  }

  // Whoever has decided without "got it" has understood it too.
  told() {
    const { key: told, game } = this.shown;
    const seen = load(key(game), []);
    if (seen !== "off" && !seen.includes(told)) save(key(game), [...seen, told]);
    this.remove();
  }

  remove() {
    const focused = this.bubble?.contains(document.activeElement);
    this.bubble?.remove();
    this.bubble = this.shown = null;
    if (focused) this.table.focus.begin();
  }

  make(tip, number) {
    const skip = () => {
      save(key(this.shown.game), "off");
      this.remove();
    };
    return el(
      "section",
      { class: "guide-bubble", id: "guide", "aria-labelledby": "guide-title" },
      el("h2", { id: "guide-title" }, tip.title),
      el("p", {}, tip.text),
      tip.example ? el("p", { class: "example" }, el("b", {}, t("guide_example")), ` ${tip.example}`) : null,
      el(
        "div",
        { class: "row" },
        el("span", {}, t("guide_step", { number: Math.min(number, tip.of), of: tip.of })),
        el("button", { type: "button", class: "quiet", onclick: skip }, t("guide_skip")),
        el("button", { type: "button", class: "primary", id: "guide-ok", onclick: () => this.told() }, t("guide_got_it")),
      ),
    );
  }

  // Below what it is about, or above it; never over the buttons that make the move.
  place() {
    const { bubble } = this;
    const target = this.target();
    const bar = byId("buttons").getBoundingClientRect();
    const low = bar.width && bar.top > innerHeight / 2 ? bar.top : innerHeight;
    const { width, height } = bubble.getBoundingClientRect();
    const box = target?.getBoundingClientRect() ?? new DOMRect(innerWidth / 2, low, 0, 0);
    const middle = box.x + box.width / 2;
    const left = within(middle - width / 2, EDGE, innerWidth - width - EDGE);
    const below = box.bottom + GAP;
    const fits = below + height <= low - EDGE;
    const top = fits ? below : within(box.top - GAP - height, EDGE, low - EDGE - height);
    const covers = !fits && top + height > box.top;
    // Where the bar lies higher up, the bubble goes below it, or above.
    const across = left < bar.right && left + width > bar.left;
    const meets = bar.width && across && top < bar.bottom && top + height > bar.top;
    const under = bar.bottom + GAP + height <= innerHeight;
    const clear = under ? bar.bottom + GAP : Math.max(EDGE, bar.top - GAP - height);
    bubble.classList.toggle("above", !fits && !covers && !meets);
    bubble.classList.toggle("beside", covers || meets || !target);
    Object.assign(bubble.style, { left: `${left}px`, top: `${meets ? clear : top}px` });
    bubble.style.setProperty("--arrow", `${within(middle - left, 28, width - 28)}px`);
  }

  target() {
    const { sheet, tray } = this.table;
    const roots = [tray, sheet, byId("market")].filter(Boolean);
    for (const part of this.shown.tip.parts) {
      for (const root of roots) {
        const found = root.querySelector(`[data-part="${CSS.escape(part)}"]`);
        if (found?.checkVisibility()) return found;
      }
      const press = byId(`press-${part}`);
      if (press?.checkVisibility()) return press;
    }
    return null;
  }

  // From the menu: all of it once more.
  again(view, seat) {
    save(ALL, null);
    save(key(view.game.id), []);
    this.show(view, seat);
  }
}

const within = (value, least, most) => Math.max(least, Math.min(most, value));
