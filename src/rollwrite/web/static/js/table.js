// The table: views come in, choices go out. It knows no rules and no game.
import { Act, sentence } from "./act.js";
import { quiet, say, toast } from "./announcer.js";
import { get, post, randomHex } from "./api.js";
import { faces, tumble } from "./dice.js";
import { Coach } from "./coach.js";
import { byId } from "./elements.js";
import { showEnding } from "./ending.js";
import { Hands } from "./hands.js";
import { furnishInvitation } from "./invitation.js";
import { Line } from "./line.js";
import { Lobby } from "./lobby.js";
import { bringIntoView, mark, markHinted } from "./marks.js";
import { Menu } from "./menu.js";
import { isSquare, isTall, showDrawing } from "./paper.js";
import { passTo } from "./passing.js";
import { note } from "./recent.js";
import { seatName, showCloser, showOthers, showStrip } from "./seats.js";
import { Selection } from "./selection.js";
import { init } from "./settings.js";
import { furnishTally, showLog, showTally } from "./sidelines.js";
import { ping, rattle } from "./sound.js";
import { language, words } from "./words.js";
import { Zoom } from "./zoom.js";

class Table {
  constructor() {
    this.id = byId("main").dataset.table;
    this.sheet = byId("mine");
    this.tray = byId("tray");
    this.selection = new Selection();
    this.seat = null; // the seat of mine that decides now
    this.shown = null; // the seat whose sheet lies large
    this.handed = null; // the seat the device was last handed to
    this.busy = false;
    this.seeded = false;
    this.heard = null; // the last thing said
    this.coach = new Coach(this);
    this.title = document.title;
    this.act = new Act({
      press: (part) => this.press(part),
      confirm: () => this.confirm(),
      clear: () => this.choose(() => this.selection.clear()),
      takeBack: () => this.takeBack(),
      hint: () => this.coach.pressed(),
    });
    this.lobby = new Lobby((what, body) => this.ask(what, body));
    const asking = (what, body) => this.ask(what, body);
    this.menu = new Menu(this.id, asking, () => this.view, () => this.line.reopen());
    this.zoom = new Zoom(this.sheet);
    new Hands(this);
    furnishInvitation(byId("main").dataset.url);
    furnishTally(this.sheet);
    this.claimed().then(() => {
      this.line = new Line(this.id, (view) => this.receive(view), (on) => this.connection(on));
    });
  }

  // A private link brings a seat along: it becomes this browser's before anything is shown.
  async claimed() {
    const token = location.pathname.match(/\/seat\/([^/]+)$/)?.[1];
    if (!token) return;
    try {
      await post(`/api/tables/${this.id}/claim`, { token: decodeURIComponent(token) });
    } catch (problem) {
      toast(problem.message, true);
    }
    history.replaceState(null, "", `/t/${this.id}`);
  }

  // Views

  receive(view) {
    const before = this.view;
    this.view = view;
    document.querySelector(".loading")?.remove();
    if (view.fair?.wants_seed && !this.seeded) this.giveSeed();
    const decides = view.deciding?.[0] ?? null;
    const handOver = view.hidden && decides !== null && decides !== this.handed;
    if (handOver && view.seats.filter((seat) => seat.mine).length > 1) {
      passTo(this.name(decides), () => {
        this.handed = decides;
        this.show(before);
      });
      return;
    }
    this.show(before);
  }

  show(before) {
    const { view } = this;
    const decides = view.deciding?.[0] ?? null;
    const moves = decides === null ? [] : view.moves[decides];
    const same = decides === this.seat && this.selection.isAmong(moves);
    if (!same) this.selection = new Selection(moves, view.alike?.[decides]);
    const mineAgain = decides !== null && this.seat === null;
    this.seat = decides;
    this.coach.forgetOld();
    this.shown = this.seatToShow();
    this.render(before);
    if (mineAgain && before) ping();
    if (!same && decides !== null) bringIntoView([this.sheet, this.tray]);
    document.title = decides === null ? this.title : `${words("your_turn_title")} – ${this.title}`;
    this.tell();
    const names = view.seats.map(seatName).join(", ");
    if (view.seats.some((seat) => seat.mine)) {
      note({ id: this.id, game: view.game.name, names, over: view.status === "over" });
    }
  }

  seatToShow() {
    if (this.seat !== null) return this.seat;
    const mine = this.view.seats.filter((seat) => seat.mine).map((seat) => seat.seat);
    if (mine.length) return mine.includes(this.shown) ? this.shown : mine[0];
    const known = this.view.sheets.some(({ seat }) => seat === this.shown);
    return known ? this.shown : this.view.sheets[0]?.seat ?? null;
  }

  render(before) {
    const { view } = this;
    const playing = view.status !== "lobby";
    this.lobby.show(view);
    showEnding(view, (what, body) => this.ask(what, body));
    showStrip(view, this.shown);
    this.sheet.hidden = !playing;
    byId("act").hidden = view.status !== "playing";
    document.querySelector(".sides").hidden = !playing;
    Object.assign(document.body.dataset, { status: view.status, seq: view.seq });
    if (!playing) return;
    this.showPaper(before);
    showOthers(view, this.shown);
    showTally(view, this.shown);
    showLog(view);
    this.refresh();
  }

  showPaper(before) {
    const { view } = this;
    this.zoom.out();
    const sheet = view.sheets.find(({ seat }) => seat === this.shown);
    if (sheet) {
      showDrawing(this.sheet, sheet.svg, `sheet${sheet.seat}`);
      byId("main").classList.toggle("square", isSquare(sheet.svg));
    }
    const old = faces(this.tray);
    if (!view.tray) return;
    showDrawing(this.tray, view.tray, "tray");
    byId("act").classList.toggle("tall", isTall(view.tray));
    const rolled = before && (view.last?.rolls ?? 0) > (before.last?.rolls ?? 0);
    if (rolled && old.size && tumble(this.tray, old, view.rolled)) rattle();
  }

  // What can be chosen, on paper, in the tray and on buttons.
  refresh() {
    const state = (part) => (this.seat === null || this.busy ? null : this.selection.state(part));
    const focused = document.activeElement?.id;
    mark(this.sheet, this.seat === this.shown ? state : () => null);
    mark(this.tray, state);
    const { hint } = this.coach;
    markHinted([this.sheet, this.tray], hint?.parts ?? []);
    this.act.show(this.view, this.seat, this.selection, this.busy, hint);
    if (focused && document.activeElement?.id !== focused) byId(focused)?.focus();
  }

  // What has happened, then what to do: once each, for those who listen.
  tell() {
    const { view } = this;
    const told = [view.last?.told, sentence(view, this.seat)].filter(Boolean).join(". ");
    if (told && told !== this.heard) say(told);
    this.heard = told;
  }

  name(seat) {
    return seatName(this.view.seats.find((one) => one.seat === seat));
  }

  // Choices

  choose(change) {
    change();
    this.refresh();
    const { ready } = this.selection;
    if (ready) say(words("ready", { label: ready.label }));
  }

  part(id) {
    const state = this.selection.state(id);
    if (this.busy || this.seat === null) return;
    if (!state) {
      this.why(id);
      return;
    }
    quiet();
    // A second tap on what is ready makes the move.
    if (this.selection.ready && ["chosen", "implied"].includes(state) && this.selection.final) {
      this.confirm();
      return;
    }
    this.choose(() => this.selection.toggle(id));
  }

  press(part) {
    if (this.busy || this.seat === null) return;
    this.selection.toggle(part);
    if (this.selection.final && this.selection.has(part)) this.confirm();
    else this.choose(() => {});
  }

  async confirm() {
    const { ready } = this.selection;
    if (!ready || this.busy) return;
    await this.ask("move", { seat: this.seat, seq: this.view.seq, move: ready.text });
  }

  async takeBack() {
    const able = this.view.can_take_back ?? [];
    const seat = able.includes(this.shown) ? this.shown : able[0];
    if (seat !== undefined) await this.ask("take_back", { seat, seq: this.view.seq });
  }

  // Nothing else can be asked until the answer is on the table.
  async ask(what, body = {}) {
    if (this.busy) return;
    const made = this.selection;
    this.setBusy(true);
    quiet();
    try {
      const answer = await post(`/api/tables/${this.id}/${what}`, body);
      if (what === "move") made.clear(); // the next choice starts afresh, even among equal moves
      if (what === "rematch" && answer.table) location.assign(`/t/${answer.table}`);
      else await this.line.upTo(answer.seq);
    } catch (problem) {
      this.refused(problem);
    }
    this.setBusy(false);
  }

  setBusy(busy) {
    this.busy = busy;
    document.body.dataset.busy = busy;
    if (this.view?.status === "playing") this.refresh();
  }

  refused(problem) {
    if (problem.view) this.line.take(problem.view);
    if (problem.kind === "stale") toast(words("too_late"));
    else if (problem instanceof TypeError) toast(words("connection_lost"));
    else toast(problem.message);
  }

  async why(part) {
    try {
      const path = `/api/tables/${this.id}/why?seat=${this.seat}&part=${encodeURIComponent(part)}`;
      const { text } = await get(`${path}&lang=${language}`);
      if (text) toast(text);
    } catch {
      // No reason is better than a wrong one.
    }
  }

  giveSeed() {
    this.seeded = true;
    post(`/api/tables/${this.id}/seed`, { seed: randomHex() }).catch(() => (this.seeded = false));
  }

  connection(on) {
    document.body.classList.toggle("offline", !on);
    if (!on && this.view) toast(words("connection_lost"), true);
    if (on && this.offline) toast(words("connection_back"));
    this.offline = !on;
  }

  seatTapped(seat) {
    if (this.view.status === "lobby") return;
    if (this.view.seats.some((one) => one.mine)) {
      showCloser(this.view, seat);
      return;
    }
    this.shown = seat;
    this.render(this.view);
  }
}

init();
new Table();
