// Before the start: who sits where, the link to invite by, and the button that begins.
import { confirmed } from "../shared/confirm_dialog.js";
import { byId, el, icon, patch } from "../shared/dom.js";
import { load, save } from "../shared/storage.js";
import { t } from "../shared/texts.js";
import { showInvitation } from "./invitation.js";
import { face, levelName, seatName } from "./seats.js";

export class Lobby {
  constructor(ask) {
    this.ask = ask; // posts to the table
    this.container = byId("lobby");
    this.people = el("ul", { class: "people", id: "people" });
    this.note = el("p", { class: "lead" });
    this.joining = el("form", { class: "row joining" }, this.nameField(), this.joinButton());
    this.start = el(
      "button",
      { type: "button", class: "primary large", onclick: () => ask("start") },
      icon("play"),
      t("start"),
    );
    this.invite = el("div", { class: "invite" });
    this.container.replaceChildren(
      el(
        "div",
        { class: "card" },
        el("h2", {}, t("lobby_title")),
        this.note,
        this.people,
        this.joining,
        this.start,
      ),
      this.invite,
    );
    this.joining.addEventListener("submit", (event) => this.join(event));
    this.people.addEventListener("click", (event) => this.act(event));
  }

  nameField() {
    const input = el("input", {
      name: "name", maxlength: 24, autocomplete: "nickname", value: load("name", ""),
      placeholder: t("you"),
    });
    return el("label", {}, t("join_name"), input);
  }

  joinButton() {
    return el("button", { type: "submit", class: "primary" }, t("join"));
  }

  show(view) {
    this.container.hidden = view.status !== "lobby";
    byId("invite").hidden = !this.container.hidden || view.mode !== "friends";
    if (this.container.hidden) return;
    const friends = view.mode === "friends";
    const seated = view.seats.some((seat) => seat.mine);
    const free = view.seats.some((seat) => seat.kind === "open");
    const note = !friends ? "lobby_starting" : view.host ? "lobby_host" : "lobby_wait";
    const watching = friends && !seated && !free;
    this.note.textContent = t(watching ? "watching_full" : note);
    this.joining.hidden = !friends || seated || !free;
    this.start.hidden = !friends || !view.host;
    this.invite.hidden = !friends;
    if (friends) showInvitation(this.invite);
    patch(this.people, view.seats.map((seat) => this.line(seat, view)));
  }

  line(seat, view) {
    const about = [
      seat.mine ? t("mine") : null,
      seat.host ? t("host") : null,
      seat.kind === "bot" ? levelName(seat.level) : null,
    ].filter(Boolean);
    const buttons = [];
    if (seat.mine && !view.host) buttons.push(this.button("leave", seat, t("leave")));
    if (view.host && seat.kind === "open") {
      const make = this.button("remove", seat, t("make_bot"));
      buttons.push(el("span", { class: "seating" }, this.levels(seat, view), make));
    }
    return el(
      "li",
      { id: `person-${seat.seat}`, class: seat.kind },
      face(seat),
      el("span", { class: "who" }, seatName(seat)),
      el("span", { class: "state" }, about.join(", ")),
      buttons,
    );
  }

  levels(seat, view) {
    const options = view.levels.map((level) =>
      el("option", { value: level, selected: level === view.level }, levelName(level)),
    );
    const label = `${t("bot_level")} (${seat.seat + 1})`;
    return el("select", { id: `level-${seat.seat}`, "aria-label": label }, options);
  }

  button(action, seat, label) {
    return el(
      "button",
      { type: "button", class: "plain", "data-do": action, "data-seat": seat.seat },
      label,
    );
  }

  async act(event) {
    const button = event.target.closest("[data-do]");
    if (!button) return;
    const leaving = button.dataset.do === "leave";
    if (leaving && !(await confirmed(t("leave_lobby_sure"), t("leave")))) return;
    const level = button.parentElement.querySelector("select")?.value;
    this.ask(button.dataset.do, { seat: Number(button.dataset.seat), ...(level && { level }) });
  }

  join(event) {
    event.preventDefault();
    const name = this.joining.elements.name.value.trim();
    if (name) save("name", name);
    this.ask("join", { name: name || t("you") });
  }
}
