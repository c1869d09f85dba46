// The line under the paper: one sentence, the buttons for what is not drawn, confirm, take back.
import { byId, el, icon, patch } from "../shared/dom.js";
import { formatList, t } from "../shared/texts.js";
import { seatName } from "./seats.js";

export function sentence(view, seat) {
  if (seat !== null) return view.prompt[seat] ?? "";
  const waiting = view.seats.filter((one) => one.pending);
  if (waiting.length) return t("waiting", { names: formatList(waiting.map(seatName)) });
  return view.status === "playing" ? t("rolling") : "";
}

export class ActionBar {
  constructor(does) {
    this.does = does; // press, confirm, clear, takeBack, hint
    byId("buttons").addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button || button.getAttribute("aria-disabled") === "true") return;
      if (button.dataset.press) this.does.press(button.dataset.press);
      else this.does[button.dataset.do]();
    });
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
    const back = view.can_take_back?.length > 0;
    if (back) buttons.unshift(this.button("takeBack", "undo", t("take_back"), "plain", busy));
    if (seat !== null && view.hint) buttons.unshift(this.hintButton(hint, busy));
    this.showHint(hint);
    patch(byId("buttons"), buttons.map((button) => button.outerHTML).join(""));
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
