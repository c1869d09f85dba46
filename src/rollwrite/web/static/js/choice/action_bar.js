// The bar: undo, hint, and what can be done, each in its place, which never moves.
import { byId, el, icon, patch } from "../shared/dom.js";
import { t } from "../shared/texts.js";
import { arranged } from "./presses.js";
import { hasLeft } from "./sentence.js";

const SETTLING = 300; // milliseconds in which a tap may have been meant for what was there before

// The seats that may take back; what a bot has decided for a seat that was left is not its own.
export const undoable = (view) =>
  (view.can_take_back ?? []).filter((seat) => !view.seats.find((one) => one.seat === seat)?.away);

// Letters of a label, and of its longest word: what is longer is written smaller.
const LONG = { primary: [10, 15, 22], plain: [5, 8, 12] };
const WORD = { primary: [9, 10, 12], plain: [6, 7, 9] };
const SMALLER = ["", " long", " longer", " longest"];

const longest = (label) => Math.max(...label.split(/[\s-]+/).map((word) => word.length));
const over = (limits, letters) => limits.filter((most) => letters > most).length;

export const look = (kind, label) =>
  kind + SMALLER[Math.max(over(LONG[kind], label.length), over(WORD[kind], longest(label)))];

// While the bar settles, its styles keep taps off the buttons. Keys go to the button that has the
// focus, wherever it lies: they work at once, except on a button that the page itself has focused.
export class ActionBar {
  constructor(does) {
    this.does = does; // press, confirm, undo, hint, sitDown
    this.given = null; // the id of the button that the page has focused
    this.container = byId("buttons");
    this.row = byId("presses");
    for (const container of [this.container, this.row]) {
      container.addEventListener("click", (event) => this.clicked(event));
      // A tap beside the buttons would take the focus away.
      container.addEventListener("mousedown", (event) => this.settling && event.preventDefault());
      // A key that is held down makes one move.
      container.addEventListener("keydown", (event) => {
        if (event.repeat && event.key === "Enter") event.preventDefault();
      });
    }
  }

  get settling() {
    return this.container.classList.contains("settling");
  }

  clicked(event) {
    const button = event.target.closest("button");
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    if (this.settling && button.id === this.given) return;
    this.pressing = true;
    if (button.dataset.press) this.does.press(button.dataset.press);
    else this.does[button.dataset.do]();
    this.pressing = false;
  }

  // Other buttons after a move or a press: wait. A choice on paper does not delay its confirmation.
  settleIfChanged(decision) {
    const buttons = [...this.row.children, ...this.container.querySelectorAll("button")];
    const now = buttons.map(({ id, textContent }) => `${id} ${textContent}`).join("\n");
    const other = decision !== this.decision;
    const changed = now !== this.before && (this.pressing || other);
    this.before = now;
    this.decision = decision;
    if (!changed) return;
    this.settle(true);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.settle(false);
      this.given = null;
    }, SETTLING);
  }

  settle(on) {
    for (const container of [this.container, this.row]) container.classList.toggle("settling", on);
  }

  show(view, seat, selection, busy, hint = null, picker = null) {
    const watching = !view.seats.some((one) => one.mine);
    if (picker?.active) seat = null; // a roll is entered: nothing can be decided meanwhile
    const places = seat === null ? { row: [] } : arranged(view, seat, selection);
    const slots = watching ? [] : [
      this.undo(view, seat, selection, busy, picker),
      view.hint ? this.hint(seat, hint, busy) : null,
      places.secondary ? this.press(places.secondary, busy, hint) : null,
      picker?.active ? this.enter(picker) : this.primary(view, seat, selection, places.primary, busy, hint),
    ];
    const row = places.row.map((one) => this.press(one, busy, hint));
    patch(this.container, slots.map((one) => el("div", { class: "slot" }, one)));
    patch(this.row, row);
    this.row.hidden = !row.length;
    this.settleIfChanged(`${view.seq} ${seat}`);
  }

  // What is half chosen first, then what was decided.
  undo(view, seat, selection, busy, picker) {
    const idle = !undoable(view).length && !picker?.begun && !(seat !== null && selection.parts.length);
    return this.button("takeBack", "undo", { "data-do": "undo" }, t("take_back"), busy || idle);
  }

  // What the players' own dice show.
  enter(picker) {
    const label = t(picker.correcting ? "dice_correct" : picker.isCard ? "dice_card" : "dice_enter");
    const attributes = { type: "button", class: look("primary", label), id: "enter-roll", "data-do": "enter" };
    return el("button", { ...attributes, "aria-disabled": String(!picker.ready) }, label);
  }

  hint(seat, hint, busy) {
    const more = { "data-do": "hint", "aria-expanded": String(hint !== null), "aria-controls": "hint" };
    const button = this.button("hint", "bulb", more, t("hint"), busy || seat === null);
    if (hint) button.classList.add("chosen");
    return button;
  }

  button(id, picture, attributes, label, idle) {
    const all = { type: "button", id: `do-${id}`, class: "plain", "aria-label": label, ...attributes };
    return el("button", { ...all, "aria-disabled": String(idle) }, icon(picture));
  }

  primary(view, seat, selection, press, busy, hint) {
    const attributes = { type: "button", class: "primary", "aria-disabled": String(busy) };
    if (hasLeft(view)) {
      return el("button", { ...attributes, id: "do-sitDown", "data-do": "sitDown" }, t("sit_down"));
    }
    if (press) return this.press(press, busy, hint, "primary");
    const { ready } = selection;
    const label = seat === null ? t("please_wait") : ready?.act ?? t("choose");
    const idle = String(busy || seat === null || !ready);
    const classes = look("primary", label);
    const own = { id: "confirm", "data-do": "confirm", class: classes, "aria-disabled": idle };
    return el("button", { ...attributes, ...own }, label);
  }

  // The primary button names the act; the others are as short as they can be.
  press({ part, label, state, whole }, busy, hint, kind = "plain") {
    const chosen = state === "chosen";
    const shorter = whole && whole.act.length < label.length;
    const said = whole && (kind === "primary" || shorter) ? whole.act : label;
    const classes = [look(kind, said)];
    if (chosen) classes.push("chosen");
    if (hint?.parts.includes(part)) classes.push("hinted");
    return el(
      "button",
      {
        type: "button", id: `press-${part}`, "data-press": part, class: classes.join(" "),
        "aria-disabled": String(busy), "aria-pressed": whole ? null : String(chosen),
      },
      said,
    );
  }
}
