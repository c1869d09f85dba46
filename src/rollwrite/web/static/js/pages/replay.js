// A game looked at again, step by step: by slider, by keys, or by itself. The sheet that lies large
// stays where it is; whose turn it is shows at that player's own place.
import { say, toast } from "../shared/announcer.js";
import { get } from "../shared/api.js";
import { byId, icon } from "../shared/dom.js";
import { init } from "../shared/settings.js";
import { language, t } from "../shared/texts.js";
import { Market } from "../choice/market.js";
import { told } from "../choice/sentence.js";
import { faces, tumble } from "../table/dice_animation.js";
import { isSquare, ratio, showDrawing } from "../table/drawing.js";
import { check, showFairness } from "../table/fairness.js";
import { enlargeSheet, showOthers, showStrip } from "../table/seats.js";
import { initTally, showLog, showTally } from "../table/side_panels.js";

const PACE = 1100;

class Replay {
  constructor() {
    const { table, run, stop } = byId("main").dataset;
    this.table = table;
    this.labels = { run, stop };
    this.views = new Map();
    this.shown = null;
    this.slider = byId("step");
    this.market = new Market();
    this.timer = null;
    this.listen();
    initTally(byId("mine"));
    this.begin();
  }

  async begin() {
    const asked = new URLSearchParams(location.search);
    if (asked.has("seat")) this.shown = Number(asked.get("seat"));
    const step = Number(asked.get("step"));
    await this.go(Number.isInteger(step) ? step : 0);
    this.slider.max = this.steps;
    const last = await this.fetch(this.steps);
    showFairness(last.fair);
    byId("check").addEventListener("click", () => check(this.table, last.fair));
  }

  async fetch(step) {
    if (!this.views.has(step)) {
      const path = `/api/replay/${this.table}?step=${step}&lang=${language}`;
      this.views.set(step, await get(path));
    }
    return this.views.get(step);
  }

  async go(step) {
    this.wanted = Math.max(0, Math.min(step, this.steps ?? step));
    const wanted = this.wanted;
    try {
      const view = await this.fetch(wanted);
      if (wanted === this.wanted) this.show(view);
      if (wanted < this.steps) this.fetch(wanted + 1).catch(() => {});
    } catch (problem) {
      this.stop();
      toast(t("error", { text: problem.message }));
    }
  }

  show(view) {
    this.steps = view.steps;
    const forward = this.view && view.step === this.view.step + 1;
    this.view = view;
    this.slider.max = view.steps;
    this.slider.value = view.step;
    const where = t("replay_step", { step: view.step, steps: view.steps });
    const happened = told(view);
    this.slider.setAttribute("aria-valuetext", `${where} ${happened}`);
    byId("prompt").textContent = happened || t("replay_begin");
    byId("effect").textContent = where;
    const sheet = view.sheets.find(({ seat }) => seat === this.shown) ?? view.sheets[0];
    this.shown = sheet.seat;
    byId("mine").hidden = byId("act").hidden = false;
    document.body.dataset.status = "playing"; // it lies as it lay while it was played
    showDrawing(byId("mine"), sheet.svg, `sheet${sheet.seat}`);
    byId("main").classList.toggle("square", isSquare(sheet.svg));
    byId("main").style.setProperty("--sheet", ratio(sheet.svg));
    const old = faces(byId("tray"));
    this.market.show(view.market);
    showDrawing(byId("tray"), view.tray, "tray");
    if (forward && view.last?.kind === "roll" && old.size) {
      tumble(byId("tray"), old, view.rolled);
    }
    showStrip(view, this.shown);
    showOthers(view, this.shown);
    showActing(view.last?.seat ?? null);
    showTally(view, this.shown);
    showLog(view);
    say(happened);
  }

  listen() {
    // From where we are going, not from where we are: quick keys lose no step.
    const step = (by) => () => this.move(() => this.wanted + by);
    byId("first").addEventListener("click", () => this.move(() => 0));
    byId("prev").addEventListener("click", step(-1));
    byId("next").addEventListener("click", step(1));
    byId("last").addEventListener("click", () => this.move(() => this.steps));
    byId("run").addEventListener("click", () => (this.timer ? this.stop() : this.run()));
    this.slider.addEventListener("input", () => this.move(() => Number(this.slider.value)));
    document.addEventListener("keydown", (event) => this.keyed(event));
    for (const container of [byId("seats"), byId("others")]) {
      container.addEventListener("click", (event) => this.seatTapped(event));
    }
  }

  move(where) {
    this.stop();
    if (this.view) this.go(where());
  }

  keyed(event) {
    const keys = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last", " ": "run" };
    const free = !event.target.closest("input, select, dialog, textarea");
    const pressing = event.key === " " && event.target.closest("button, a");
    if (!keys[event.key] || !free || pressing) return;
    event.preventDefault();
    byId(keys[event.key]).click();
  }

  run() {
    this.label("pause", this.labels.stop);
    if (this.view.step >= this.steps) this.go(0);
    this.timer = setInterval(() => {
      if (this.view.step >= this.steps) this.stop();
      else this.go(this.view.step + 1);
    }, PACE);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.label("run", this.labels.run);
  }

  label(picture, text) {
    byId("run").replaceChildren(icon(picture));
    byId("run").setAttribute("aria-label", text);
  }

  // Whoever taps a seat wants that sheet large; a second tap brings it closer.
  seatTapped(event) {
    const button = event.target.closest("[data-seat]");
    if (!button) return;
    const seat = Number(button.dataset.seat);
    if (seat === this.shown) enlargeSheet(this.view, seat);
    this.shown = seat;
    this.show(this.view);
  }
}

// Who has just decided: marked on the chip, and on the small sheet if it is not the large one.
function showActing(seat) {
  for (const one of document.querySelectorAll("#seats [data-seat], #others [data-seat]")) {
    one.classList.toggle("acting", Number(one.dataset.seat) === seat);
  }
}

init();
new Replay();
