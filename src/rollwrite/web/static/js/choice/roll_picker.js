// Where people roll dice of their own: what these show is tapped, die by die, or a card is picked.
import { toast } from "../shared/announcer.js";
import { get } from "../shared/api.js";
import { byId, el, drawing, patch } from "../shared/dom.js";
import { language, t } from "../shared/texts.js";

const MANY = 12; // faces of one piece, a card: more have a field to find one by

// The seat of mine that is dealt a card which nobody else may see.
export const hiddenFor = ({ entering }) => (entering?.mine ? entering.seat ?? null : null);

export class RollPicker {
  constructor(table) {
    this.table = table;
    this.container = byId("picker");
    this.offer = byId("correct-roll");
    this.correcting = false;
    this.forget();
    this.container.addEventListener("click", (event) => this.clicked(event));
    this.container.addEventListener("input", () => this.filter());
    this.offer.addEventListener("click", () => this.correct());
  }

  forget() {
    this.key = null; // the roll that the faces are for
    this.found = null; // what can be picked
    this.chosen = []; // a face for each die
    this.total = null; // or their sum
  }

  // Called with every view: the faces of a roll are asked for once.
  update(view, busy) {
    const { due, mine, correct, corrected } = view.entering ?? {};
    if (corrected && corrected !== this.told && this.seq) toast(corrected);
    this.told = corrected;
    if (view.seq !== this.seq) this.correcting = false;
    this.seq = view.seq;
    const wanted = view.status === "playing" && (this.correcting || (due && mine));
    const key = wanted ? `${view.seq} ${this.correcting}` : null;
    if (key !== this.key) {
      this.forget();
      this.key = key;
      if (key) this.fetch(key);
    }
    this.offer.hidden = !correct || this.correcting;
    byId("tray").hidden = Boolean(wanted);
    this.container.hidden = !wanted;
    this.busy = busy;
    if (wanted) this.show();
    else this.container.replaceChildren();
  }

  get active() {
    return this.key !== null;
  }

  async fetch(key) {
    try {
      const last = this.correcting ? "&last=1" : "";
      const found = await get(`/api/tables/${this.table.id}/faces?lang=${language}${last}`);
      if (key !== this.key) return;
      this.found = found;
    } catch (problem) {
      this.table.refused(problem);
      return;
    }
    this.table.refresh();
  }

  correct() {
    this.correcting = true;
    this.table.refresh();
    byId("picker").focus();
  }

  // Whether all dice, or their sum, are told; then in the notation of the game.
  get ready() {
    if (!this.found || this.busy) return null;
    if (this.total !== null) return String(this.total);
    const told = this.chosen.filter((face) => face !== undefined);
    return told.length === this.found.count ? told.map((face) => face.text).join(" ") : null;
  }

  get begun() {
    return this.correcting || this.total !== null || this.chosen.some(Boolean);
  }

  async enter() {
    const { ready, correcting, table } = this;
    if (ready) await table.ask(correcting ? "correct" : "roll", { seq: table.view.seq, roll: ready });
  }

  // Undo: what is picked first, then the wish to correct; whether there was either.
  undone() {
    if (!this.begun) return false;
    if (this.total !== null || this.chosen.some(Boolean)) Object.assign(this, { total: null, chosen: [] });
    else this.correcting = false;
    this.table.refresh();
    return true;
  }

  get isCard() {
    return this.found?.count === 1 && this.found.picks[0].faces.length > 6;
  }

  get alike() {
    return this.found.picks.length < this.found.count;
  }

  clicked(event) {
    const button = event.target.closest("button");
    if (!button || this.busy) return;
    const { die, face, taken, total } = button.dataset;
    if (total !== undefined) {
      this.total = this.total === Number(total) ? null : Number(total);
      this.chosen = [];
    } else if (taken !== undefined) {
      this.chosen.splice(Number(taken), 1);
    } else {
      this.total = null;
      this.pick(Number(die), Number(face));
    }
    this.table.refresh();
  }

  pick(die, face) {
    const picked = this.found.picks[die].faces[face];
    if (!this.alike) this.chosen[die] = this.chosen[die] === picked ? undefined : picked;
    else if (this.chosen.length < this.found.count) this.chosen.push(picked);
  }

  show() {
    const rows = this.found ? this.rows() : [el("p", { class: "facts" }, t("dice_loading"))];
    patch(this.container, rows);
    this.filter();
  }

  rows() {
    const { picks, totals, count } = this.found;
    const rows = picks.map((pick, die) => this.row(pick, die, count));
    if (this.alike) rows.unshift(this.taken(count));
    if (totals) rows.push(this.sums(totals));
    return rows;
  }

  row(pick, die, count) {
    const many = this.isCard && pick.faces.length > MANY;
    const faces = pick.faces.map((face, index) => this.face(face, die, index));
    const group = el("div", { class: many ? "cards-to-pick" : "faces", role: "group", "aria-label": pick.label }, faces);
    if (many) return el("div", { class: "pick", id: `pick-${die}` }, this.finder(), group);
    const label = this.alike || count < 2 ? null : el("span", { class: "of" }, pick.label);
    return el("div", { class: "pick", id: `pick-${die}` }, label, group);
  }

  face(face, die, index) {
    const chosen = !this.alike && this.chosen[die] === face;
    const full = this.alike && this.chosen.length >= this.found.count;
    const attributes = {
      type: "button", id: `face-${die}-${index}`, class: "face-to-pick", "data-die": die, "data-face": index,
      "aria-pressed": this.alike ? null : String(chosen), "aria-disabled": String(this.busy || full),
      "aria-label": face.label, title: face.label,
    };
    return el("button", attributes, face.svg ? drawn(face.svg) : face.label);
  }

  // What is picked of dice of one kind; a tap takes one back.
  taken(count) {
    const places = Array.from({ length: count }, (_, place) => {
      const face = this.chosen[place];
      if (!face) return el("span", { class: "empty" }, "?");
      const label = t("dice_without", { face: face.label });
      const attributes = { type: "button", id: `taken-${place}`, "data-taken": place, class: "face-to-pick", "aria-label": label };
      return el("button", attributes, face.svg ? drawn(face.svg) : face.label);
    });
    return el("div", { class: "taken", id: "dice-taken", role: "group", "aria-label": t("dice_taken") }, places);
  }

  sums([low, high]) {
    const numbers = Array.from({ length: high - low + 1 }, (_, place) => low + place);
    const buttons = numbers.map((number) => el("button", {
      type: "button", id: `sum-${number}`, class: "sum", "data-total": number,
      "aria-pressed": String(this.total === number), "aria-disabled": String(this.busy),
    }, String(number)));
    const label = el("span", { class: "of" }, t("dice_sum"));
    return el("div", { class: "pick", id: "sums" }, label, el("div", { class: "faces sums", role: "group", "aria-label": t("dice_sum") }, buttons));
  }

  finder() {
    return el("input", { type: "search", id: "find-card", placeholder: t("dice_find"), "aria-label": t("dice_find"), autocomplete: "off" });
  }

  filter() {
    const wanted = byId("find-card")?.value.trim().toLowerCase().split(/\s+/) ?? [];
    for (const button of this.container.querySelectorAll(".cards-to-pick button")) {
      const words = button.getAttribute("aria-label").toLowerCase();
      button.hidden = !wanted.every((word) => words.includes(word));
    }
  }
}

// Its name is on the button, and no part of it can be chosen.
function drawn(svg) {
  const picture = drawing(svg);
  picture.setAttribute("aria-hidden", "true");
  for (const part of picture.querySelectorAll("[data-part]")) part.removeAttribute("data-part");
  return picture;
}
