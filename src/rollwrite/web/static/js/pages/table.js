// The table: views come in, choices go out. It knows no rules and no game.
import { quiet, say, toast } from "../shared/announcer.js";
import { post } from "../shared/api.js";
import { byId } from "../shared/dom.js";
import { saveRecent } from "../shared/recent_tables.js";
import { init } from "../shared/settings.js";
import { t } from "../shared/texts.js";
import { go } from "../shared/transport.js";
import { ActionBar, undoable } from "../choice/action_bar.js";
import { Coach } from "../choice/coach.js";
import { Guide } from "../guide/bubble.js";
import { Connection } from "../table/connection.js";
import { faces, tumble } from "../table/dice_animation.js";
import { isSquare, onResize, ratio, showDrawing } from "../table/drawing.js";
import { Focus } from "../table/focus.js";
import { showGameOver } from "../ending/game_over.js";
import { highlight, highlightHint, scrollIntoSight } from "../table/highlights.js";
import { initInvitation } from "../table/invitation.js";
import { Lobby } from "../table/lobby.js";
import { Market } from "../choice/market.js";
import { Menu } from "../table/menu.js";
import { passDeviceTo } from "../table/pass_device.js";
import { Preview } from "../choice/preview.js";
import { hiddenFor, RollPicker } from "../choice/roll_picker.js";
import { enlargeSheet, seatName, seatToShow, showOthers, showStrip } from "../table/seats.js";
import { claimSeat, sendSeed, tellRefusal, tellWhy } from "../table/requests.js";
import { Selection } from "../choice/selection.js";
import { showSentences, told } from "../choice/sentence.js";
import { SheetInput } from "../table/sheet_input.js";
import { initTally, showLog, showTally } from "../table/side_panels.js";
import { ping, rattle } from "../table/sound.js";
import { Zoom } from "../table/zoom.js";

class Table {
  constructor() {
    this.id = byId("main").dataset.table;
    this.sheet = byId("mine");
    this.tray = byId("tray");
    this.market = new Market(() => this.view && this.refresh());
    this.drawings = [this.sheet, this.tray, this.market.container];
    this.preview = new Preview(this);
    this.picker = new RollPicker(this);
    this.selection = new Selection();
    this.seat = null; // the seat of mine that decides now
    this.shown = null; // the seat whose sheet lies large
    this.handed = null; // the seat the device was last handed to
    this.busy = false;
    this.heard = null; // the last thing said
    this.coach = new Coach(this);
    this.title = document.title;
    this.actionBar = new ActionBar({
      press: (part) => this.press(part),
      confirm: () => this.confirm(),
      undo: () => this.undo(),
      hint: () => this.coach.pressed(),
      sitDown: () => this.connection.reopen(),
      enter: () => this.picker.enter(),
    });
    this.focus = new Focus(this);
    this.lobby = new Lobby((what, body) => this.ask(what, body));
    const asking = (what, body) => this.ask(what, body);
    this.menu = new Menu(this.id, asking, () => this.view, () => this.connection.reopen(), () => this.refresh());
    this.guide = new Guide(this);
    this.zoom = new Zoom(this.sheet);
    new SheetInput(this);
    onResize(() => this.view?.status === "playing" && this.refresh());
    initInvitation(byId("main").dataset.url);
    initTally(this.sheet);
    claimSeat(this.id).then(() => {
      this.connection = new Connection(this.id, (view) => this.receive(view), (on) => this.showConnection(on));
    });
  }

  // Views

  receive(view) {
    const before = this.view;
    this.view = view;
    document.querySelector(".loading")?.remove();
    if (view.fair?.wants_seed) sendSeed(this.id);
    const decides = view.deciding?.[0] ?? null;
    const hides = view.hidden ? decides : hiddenFor(view);
    if (hides !== null && hides !== this.handed && view.seats.filter((seat) => seat.mine).length > 1) {
      passDeviceTo(this.name(hides), () => {
        this.handed = hides;
        this.show(before);
        this.focus.begin();
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
    if (!same) this.selection = new Selection(moves, view.alike?.[decides], view.aliases?.[decides]);
    const mineAgain = decides !== null && this.seat === null;
    this.seat = decides;
    this.coach.forgetOld();
    this.shown = seatToShow(view, this.seat ?? hiddenFor(view), this.shown);
    this.focus.keep(() => this.render(before));
    if (mineAgain && before) ping();
    if (!same && decides !== null) scrollIntoSight(this.drawings.filter((root) => root.checkVisibility({ visibilityProperty: true })));
    document.title = decides === null ? this.title : `${t("your_turn_title")} – ${this.title}`;
    this.announce();
    const names = view.seats.map(seatName).join(", ");
    if (view.seats.some((seat) => seat.mine)) {
      saveRecent({ id: this.id, game: view.game.name, names, over: view.status === "over" });
    }
  }

  render(before) {
    const { view } = this;
    const playing = view.status !== "lobby";
    this.lobby.show(view);
    showGameOver(view, (what, body) => this.ask(what, body));
    showStrip(view, this.shown);
    byId("watching").hidden = view.status !== "playing" || view.seats.some((seat) => seat.mine);
    this.sheet.hidden = !playing;
    byId("act").hidden = view.status !== "playing";
    document.querySelector(".sides").hidden = !playing;
    Object.assign(document.body.dataset, { status: view.status, seq: view.seq });
    if (!playing) return;
    this.showPaper(before);
    showOthers(view, this.shown);
    showTally(view, this.shown);
    showLog(view);
    this.highlight();
    this.guide.show(view, this.seat);
  }

  showPaper(before) {
    const { view } = this;
    this.zoom.out();
    this.showSheet();
    this.market.show(view.market);
    const old = faces(this.tray);
    if (!view.tray) return;
    showDrawing(this.tray, view.tray, "tray");
    const rolled = before && (view.last?.rolls ?? 0) > (before.last?.rolls ?? 0);
    if (rolled && old.size && tumble(this.tray, old, view.rolled)) rattle();
  }

  // The sheet as it is, or as the chosen move would leave it.
  showSheet() {
    this.preview.update();
    const sheet = this.view.sheets.find(({ seat }) => seat === this.shown);
    if (!sheet) return;
    showDrawing(this.sheet, this.preview.svg(sheet.seat) ?? sheet.svg, `sheet${sheet.seat}`);
    byId("main").classList.toggle("square", isSquare(sheet.svg));
    byId("main").style.setProperty("--sheet", ratio(sheet.svg));
    this.zoom.again();
  }

  // What can be chosen, on paper, in the tray and on buttons.
  refresh() {
    this.focus.keep(() => {
      this.showSheet();
      this.highlight();
    });
  }

  highlight() {
    const { view, seat, selection, busy } = this;
    const state = (part) => (seat === null || busy ? null : selection.state(part));
    const written = (part) => this.preview.written(part);
    highlight(this.sheet, seat === this.shown ? state : () => null, { written });
    highlight(this.tray, state, { apart: true });
    highlight(this.market.container, state);
    const { hint } = this.coach;
    highlightHint(this.drawings, hint?.parts ?? []);
    byId("act").classList.toggle("mine", seat !== null);
    this.picker.update(view, busy);
    showSentences(view, seat, selection, this.preview.shown, this.picker);
    this.actionBar.show(view, seat, selection, busy, hint, this.picker);
    this.market.follow(`${view.seq} ${seat}`, selection, [this.sheet, this.tray]);
  }

  previewed() {
    this.refresh();
    say([this.selection.ready?.act, byId("effect").textContent, byId("closes").textContent].filter(Boolean).join(". "));
  }

  // What has happened, once, for those who listen; what to do is said by the sentence itself.
  announce() {
    const { view } = this;
    const heard = `${view.seq} ${view.last?.told}`;
    if (heard !== this.heard) say(told(view));
    this.heard = heard;
  }

  name(seat) {
    return seatName(this.view.seats.find((one) => one.seat === seat));
  }

  // Choices

  choose(change) {
    change();
    this.refresh();
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

  // What is half chosen first, then what was decided.
  async undo() {
    if (this.picker.undone()) return;
    if (this.seat !== null && this.selection.parts.length && !this.busy) {
      this.choose(() => this.selection.clear());
      return;
    }
    const able = undoable(this.view);
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
      if (what === "rematch" && answer.table) go(`/t/${answer.table}`);
      else await this.connection.upTo(answer.seq);
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
    if (problem.view) this.connection.take(problem.view);
    tellRefusal(problem);
  }

  why(part) {
    if (this.seat !== null) tellWhy(this.id, this.seat, part);
  }

  showConnection(on) {
    document.body.classList.toggle("offline", !on);
    if (!on && this.view) toast(t("connection_lost"), true);
    if (on && this.offline) toast(t("connection_back"));
    this.offline = !on;
  }

  seatTapped(seat) {
    if (this.view.status === "lobby") return;
    if (this.view.seats.some((one) => one.mine)) {
      enlargeSheet(this.view, seat);
      return;
    }
    this.shown = seat;
    this.render(this.view);
  }
}

init();
new Table();
