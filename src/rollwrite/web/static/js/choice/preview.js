// What the chosen move would do, in pen: the sheet as it would be, asked of the server.
import { get } from "../shared/api.js";
import { drawing } from "../shared/dom.js";
import { language } from "../shared/texts.js";
import { held, PEN } from "../table/drawing.js";
import { partId, partsOf } from "../table/highlights.js";

const DEBOUNCE = 40; // milliseconds: who taps on has chosen something else by then
const MOST = 40; // kept

export class Preview {
  constructor(table) {
    this.table = table;
    this.known = new Map();
    this.wanted = null;
    this.shown = null; // {seat, move, svg, text, adds, changes}
  }

  // Called whenever the choice may have changed; what is shown stays until the answer is there.
  update() {
    const { seat, view, selection, busy } = this.table;
    const ready = seat === null ? null : selection.ready;
    if (busy) {
      this.forget(); // a move on its way looks as it will
      return;
    }
    const key = ready && `${view.seq} ${seat} ${ready.text}`;
    const same = this.shown && ready && this.shown.seat === seat && this.shown.move === ready.text;
    if (!same) this.shown = null;
    if (this.known.has(key)) this.shown = this.known.get(key);
    if (key === this.wanted) return;
    this.forget();
    this.wanted = key;
    if (!key || this.known.has(key)) return;
    this.timer = setTimeout(() => this.fetch(key, seat, ready.text), DEBOUNCE);
  }

  forget() {
    clearTimeout(this.timer);
    this.request?.abort();
    this.wanted = null;
  }

  async fetch(key, seat, move) {
    this.request = new AbortController();
    const query = new URLSearchParams({ seat, move, lang: language });
    const path = `/api/tables/${this.table.id}/preview?${query}`;
    try {
      const answer = await get(path, { signal: this.request.signal });
      const now = this.table.view.sheets.find((sheet) => sheet.seat === seat);
      const found = { ...answer, seat, move, changes: now.svg !== answer.svg, written: changed(now.svg, answer.svg) };
      if (this.known.size > MOST) this.known.clear();
      this.known.set(key, found);
      if (this.wanted === key) this.table.previewed();
    } catch {
      // The rings alone say what is chosen.
    }
  }

  svg(seat) {
    return this.shown?.seat === seat ? this.shown.svg : null;
  }

  // The parts of the sheet that the move writes into.
  written(part) {
    return this.shown?.written.has(part) ?? false;
  }
}

// The innermost parts that would hold other strokes.
function changed(before, after) {
  const old = new Map(partsOf(drawing(before)).map((part) => [partId(part), held(part)]));
  const inner = partsOf(drawing(after)).filter((part) => !part.querySelector("[data-part]"));
  const written = inner.filter((part) => part.querySelector(PEN));
  return new Set(written.filter((part) => held(part) !== old.get(partId(part))).map(partId));
}
