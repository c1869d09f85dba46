// The table's menu: names, taking a seat elsewhere, letting a bot play for somebody.
import { post } from "../shared/api.js";
import { copy } from "../shared/clipboard.js";
import { confirmed } from "../shared/confirm_dialog.js";
import { byId, el, icon, openDialog } from "../shared/dom.js";
import { load, save } from "../shared/storage.js";
import { t } from "../shared/texts.js";
import { seatName } from "./seats.js";

export class Menu {
  constructor(table, ask, viewNow, reopen, redraw) {
    this.table = table;
    this.ask = ask;
    this.redraw = redraw;
    this.reopen = reopen; // the connection: bots may be faster then, and whoever has left is back
    byId("menu-open").addEventListener("click", () => {
      this.show(viewNow());
      openDialog(byId("menu"));
    });
    // What opens another dialog closes this one first.
    byId("menu").addEventListener("click", ({ target }) => {
      if (target.closest('[aria-haspopup="dialog"]')) byId("menu").close();
    }, true);
  }

  show(view) {
    const items = [];
    for (const seat of view?.seats ?? []) {
      if (seat.mine && view.status !== "over") items.push(...this.own(seat, view.status));
      else if (view.host && view.status === "playing" && seat.kind === "human") {
        const name = seatName(seat);
        const label = t("remove", { name });
        items.push(this.item("bot", label, async () => {
          if (await confirmed(t("remove_sure", { name }), label)) this.do("remove", { seat: seat.seat });
        }));
      }
    }
    if (view?.seats.some((seat) => seat.kind === "bot")) items.push(this.pace());
    if (view?.entering && view.seats.some((seat) => seat.mine)) items.push(this.closes());
    if (view?.status === "playing" && view.seats.some((seat) => seat.mine)) {
      items.push(this.item("book", t("guide_again"), () => {
        byId("menu").close();
        document.dispatchEvent(new Event("guide-again"));
      }));
    }
    if (view && !view.seats.some((seat) => seat.mine)) {
      items.push(el("p", {}, t("watching")));
    }
    byId("menu-items").replaceChildren(...items);
  }

  // How fast bots are.
  pace() {
    return this.toggle("pace", "fast", "fast", false, () => this.reopen());
  }

  // Whether to be told what a choice rules out.
  closes() {
    return this.toggle("warn", "close", "closes", true, this.redraw);
  }

  // A setting that is kept in this browser.
  toggle(id, picture, name, usual, changed) {
    const button = this.item(picture, "", () => {
      save(name, !load(name, usual));
      show();
      changed();
    });
    const show = () => {
      const on = load(name, usual);
      button.setAttribute("aria-pressed", on);
      button.replaceChildren(icon(picture), t(`${name}_${on ? "on" : "off"}`));
    };
    button.id = id;
    show();
    return button;
  }

  own(seat, status) {
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
      seat.away ? this.sitDown() : this.leave(seat, status),
    ];
  }

  leave(seat, status) {
    const question = t(status === "lobby" ? "leave_lobby_sure" : "leave_sure");
    return this.item("door", t("leave"), async () => {
      if (await confirmed(question, t("leave"))) this.do("leave", { seat: seat.seat });
    });
  }

  sitDown() {
    return this.item("undo", t("sit_down"), () => {
      byId("menu").close();
      this.reopen();
    });
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
