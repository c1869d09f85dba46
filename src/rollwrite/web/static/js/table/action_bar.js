// The line under the paper: one sentence, the buttons for what is not drawn, confirm, take back.
import { byId, el, icon, patch } from "../shared/dom.js";
import { formatList, t } from "../shared/texts.js";
import { seatName } from "./seats.js";

export function sentence(view, seat) {
  if (seat !== null) return view.prompt[seat] ?? "";
  const waiting = view.seats.filter((one) => one.pending);
  if (view.status === "playing" && hasLeft(view)) return t("left");
  if (waiting.length) return t("waiting", { names: formatList(waiting.map(seatName)) });
  return view.status === "playing" ? t("rolling") : "";
}

const SETTLING = 300; // milliseconds in which a tap may have been meant for what was there before

// The seats that may take back; what a bot has decided for a seat that was left is not its own.
export const undoable = (view) =>
  (view.can_take_back ?? []).filter((seat) => !view.seats.find((one) => one.seat === seat)?.away);

const hasLeft = (view) => view.seats.some((one) => one.mine && one.away);

// While the bar settles, its styles keep taps off the buttons. Keys go to the button that has the
// focus, wherever it lies: they work at once, except on a button that the page itself has focused.
export class ActionBar {
  constructor(does) {
    this.does = does; // press, confirm, clear, takeBack, hint, sitDown
    this.given = null; // the id of the button that the page has focused
    this.hinted = false;
    this.container = byId("buttons");
    this.container.addEventListener("click", (event) => this.clicked(event));
    // A tap beside the buttons would take the focus away.
    this.container.addEventListener("mousedown", (event) => this.settling && event.preventDefault());
    // A key that is held down makes one move.
    this.container.addEventListener("keydown", (event) => {
      if (event.repeat && event.key === "Enter") event.preventDefault();
    });
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
  settleIfChanged(buttons, decision, hinted) {
    const now = buttons.map(({ id, textContent }) => `${id} ${textContent}`).join("\n");
    const other = decision !== this.decision;
    const changed = (now !== this.before && (this.pressing || other)) || hinted !== this.hinted;
    this.before = now;
    this.decision = decision;
    this.hinted = hinted; // a hint pushes the buttons away
    if (!changed) return;
    this.container.classList.add("settling");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.container.classList.remove("settling");
      this.given = null;
    }, SETTLING);
  }

  show(view, seat, selection, busy, hint = null) {
    const several = view.seats.filter((one) => one.mine).length > 1;
    const own = view.seats.find((one) => one.seat === seat);
    const text = sentence(view, seat);
    byId("prompt").textContent = several && own
      ? t("about_what", { name: seatName(own), what: text })
      : text;
    byId("act").classList.toggle("mine", seat !== null);
    const buttons = seat === null ? [] : this.moveButtons(view, selection, busy, hint);
    const back = undoable(view).length > 0;
    if (hasLeft(view)) buttons.push(this.button("sitDown", "undo", t("sit_down"), "primary", busy));
    if (back) buttons.unshift(this.button("takeBack", "undo", t("take_back"), "plain", busy));
    if (seat !== null && view.hint) buttons.unshift(this.hintButton(hint, busy));
    this.showHint(hint);
    patch(this.container, buttons.map((button) => button.outerHTML).join(""));
    this.settleIfChanged(buttons, `${view.seq} ${seat}`, hint !== null);
  }

  hintButton(hint, busy) {
    const button = this.button("hint", "bulb", t("hint"), hint ? "plain chosen" : "plain", busy);
    button.setAttribute("aria-expanded", hint !== null);
    button.setAttribute("aria-controls", "hint");
    return button;
  }

  showHint(hint) {
    const container = byId("hint");
    container.hidden = hint === null;
    if (hint === null) return;
    const lines = hint.moves.map((move) =>
      el("li", {}, el("strong", {}, move.label), t("about_what", { name: "", what: move.worth })),
    );
    const content = [el("p", {}, icon("bulb"), ` ${hint.text}`), el("ol", { "aria-label": t("hint_moves") }, lines)];
    patch(container, content.map((one) => one.outerHTML).join(""));
  }

  moveButtons(view, selection, busy, hint) {
    const buttons = [];
    const parts = new Set(selection.moves.flatMap((move) => move.parts));
    const drawn = [...parts].some((part) => !(part in view.buttons));
    if (selection.parts.length) {
      buttons.push(this.button("clear", "close", t("clear"), "plain", busy));
    }
    for (const [part, label] of Object.entries(view.buttons)) {
      const state = parts.has(part) ? selection.state(part) : null;
      if (!state || (state === "other" && selection.ready)) continue;
      const button = this.partButton(part, label, state, drawn, busy);
      if (hint?.parts.includes(part)) button.classList.add("hinted");
      buttons.push(button);
    }
    if (drawn) buttons.push(this.confirmButton(selection, busy));
    return buttons;
  }

  // A part that is not drawn; where nothing is, these are the choice and look like it.
  partButton(part, label, state, drawn, busy) {
    const chosen = state === "chosen";
    return el(
      "button",
      {
        type: "button", id: `press-${part}`, "data-press": part, "aria-disabled": String(busy),
        class: chosen ? "plain chosen" : drawn ? "plain" : "primary",
        "aria-pressed": chosen ? "true" : null,
      },
      label,
    );
  }

  confirmButton(selection, busy) {
    const { ready } = selection;
    const label = ready ? t("confirm_move", { label: ready.label }) : t("confirm");
    return el(
      "button",
      {
        type: "button", id: "confirm", "data-do": "confirm", class: "primary",
        "aria-disabled": String(busy || !ready), "aria-label": label,
      },
      icon("check"),
      t("confirm"),
    );
  }

  button(does, picture, label, classes, busy) {
    return el(
      "button",
      { type: "button", id: `do-${does}`, "data-do": does, class: classes, "aria-disabled": String(busy) },
      icon(picture),
      label,
    );
  }
}
