// The guide of a first game: at each kind of decision, the first time, a bubble that points at the
// part it is about. The server knows what to say; this browser knows what it has said.
import { say } from "../shared/announcer.js";
import { byId, el } from "../shared/dom.js";
import { load, save } from "../shared/storage.js";
import { t } from "../shared/texts.js";

const GAP = 14; // pixels between the bubble and what it points at
const EDGE = 8;
const STEP = 12; // pixels between the places that are tried
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

  // Below what it is about, or above it, or wherever it covers the least of what can be chosen or
  // read; never over the buttons.
  place() {
    const { bubble } = this;
    const target = this.target()?.getBoundingClientRect() ?? null;
    const { width, height } = bubble.getBoundingClientRect();
    const near = target ?? new DOMRect(innerWidth / 2, innerHeight / 2, 0, 0);
    const middle = near.x + near.width / 2;
    const covers = this.covering(near);
    const right = innerWidth - width - EDGE;
    const lefts = [within(middle - width / 2, EDGE, right), EDGE, right];
    const low = innerHeight - height - EDGE;
    const tops = [near.bottom + GAP, near.top - GAP - height].filter((top) => top >= EDGE && top <= low);
    for (let top = EDGE; top < low + STEP; top += STEP) tops.push(Math.min(top, Math.max(EDGE, low)));
    let best = null;
    for (const left of lefts) {
      for (const top of tops) {
        const cost = covers(new DOMRect(left, top, width, height));
        if (!best || cost < best.cost) best = { cost, left, top };
      }
    }
    const { left, top } = best;
    const inLine = middle > left + 20 && middle < left + width - 20;
    const below = top >= near.bottom && top - near.bottom <= 2 * GAP;
    const above = top + height <= near.top && near.top - top - height <= 2 * GAP;
    bubble.classList.toggle("above", above);
    bubble.classList.toggle("beside", !target || !inLine || !(above || below));
    Object.assign(bubble.style, { left: `${left}px`, top: `${top}px` });
    bubble.style.setProperty("--arrow", `${within(middle - left, 28, width - 28)}px`);
  }

  // What it would cost to lie somewhere: buttons most of all, then what can be chosen, what is
  // pointed at, the sentence; and a little for the way from there.
  covering(near) {
    const boxes = (which) => [...document.querySelectorAll(which)]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => one.getBoundingClientRect());
    const weighed = [
      [1000, boxes("#buttons button, #presses button, #market-handle")],
      [30, boxes('.papers [data-part][role="button"], #tray [data-part][role="button"]')],
      [30, [near]],
      [2, boxes("#prompt, #effect, #closes, #tray")],
    ];
    return (box) => {
      const covered = weighed.map(([weight, all]) => weight * all.reduce((sum, one) => sum + shared(box, one), 0));
      const away = Math.max(0, near.top - box.bottom, box.top - near.bottom) + Math.abs(box.x + box.width / 2 - near.x) / 4;
      return covered.reduce((sum, one) => sum + one, 0) + 10 * away;
    };
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

// The area that two boxes share.
const shared = (one, other) =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

const within = (value, least, most) => Math.max(least, Math.min(most, value));
