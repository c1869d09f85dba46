// The table's menu: names, taking a seat elsewhere, letting a bot play for somebody.
import { post } from "../shared/api.js";
import { copy } from "../shared/clipboard.js";
import { byId, el, icon, openDialog } from "../shared/dom.js";
import { load, save } from "../shared/storage.js";
import { t } from "../shared/texts.js";
import { seatName } from "./seats.js";

export class Menu {
  constructor(table, ask, viewNow, onPace) {
    this.table = table;
    this.ask = ask;
    this.onPace = onPace;
    byId("menu-open").addEventListener("click", () => {
      this.show(viewNow());
      openDialog(byId("menu"));
    });
  }

  show(view) {
    const items = [];
    for (const seat of view?.seats ?? []) {
      if (seat.mine && view.status !== "over") items.push(...this.own(seat));
      else if (view.host && view.status === "playing" && seat.kind === "human") {
        items.push(this.item("bot", t("remove", { name: seatName(seat) }), () => {
          if (confirm(t("remove_sure", { name: seatName(seat) }))) {
            this.do("remove", { seat: seat.seat });
          }
        }));
      }
    }
    if (view?.seats.some((seat) => seat.kind === "bot")) items.push(this.pace());
    if (view && !view.seats.some((seat) => seat.mine)) {
      items.push(el("p", {}, t("watching")));
    }
    byId("menu-items").replaceChildren(...items);
  }

  // How fast bots are: kept in this browser.
  pace() {
    const button = this.item("fast", "", () => {
      save("fast", !load("fast", false));
      show();
      this.onPace();
    });
    const show = () => {
      const on = load("fast", false);
      button.setAttribute("aria-pressed", on);
      button.replaceChildren(icon("fast"), t(on ? "fast_on" : "fast_off"));
    };
    button.id = "pace";
    show();
    return button;
  }

  own(seat) {
    const input = el("input", { value: seat.name, maxlength: 24, "aria-label": t("rename") });
    const form = el(
      "form",
      { class: "row" },
      input,
      el("button", { type: "submit", class: "plain" }, icon("pen"), t("rename")),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.do("rename", { seat: seat.seat, name: input.value.trim() });
    });
    return [
      form,
      this.item("device", t("move_seat"), (event) => this.link(seat, event.currentTarget)),
      this.item("door", t("leave"), () => this.do("leave", { seat: seat.seat })),
    ];
  }

  item(picture, label, onclick) {
    return el("button", { type: "button", class: "plain", onclick }, icon(picture), label);
  }

  do(what, body) {
    byId("menu").close();
    this.ask(what, body);
  }

  async link(seat, button) {
    try {
      const { url } = await post(`/api/tables/${this.table}/link`, { seat: seat.seat });
      const copying = this.item("copy", t("copy"), (event) => copy(url, event.currentTarget));
      const address = el("input", { readonly: true, value: url, "aria-label": t("move_seat") });
      button.after(
        el("div", { class: "private" }, el("p", {}, t("move_seat_text")), address, copying),
      );
      button.remove();
      address.select();
    } catch (problem) {
      button.after(el("p", { role: "alert" }, t("error", { text: problem.message })));
    }
  }
}
