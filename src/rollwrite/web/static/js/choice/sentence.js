// The sentence under the dice: what is asked, what a half-made choice lacks, what a whole one does.
import { byId } from "../shared/dom.js";
import { load } from "../shared/storage.js";
import { formatList, t } from "../shared/texts.js";
import { seatName } from "../table/seats.js";

export const hasLeft = (view) => view.seats.some((one) => one.mine && one.away);

// Whether to say what a choice rules out, at tables that tell it: kept in this browser.
export const warnsOfClosing = () => load("closes", true);

// What to do now, or whom everybody waits for.
export function sentence(view, seat) {
  if (seat !== null) return view.prompt[seat] ?? "";
  const waiting = view.seats.filter((one) => one.pending);
  if (view.status === "playing" && hasLeft(view)) return t("left");
  if (view.entering?.due) return view.entering.due;
  if (waiting.length) return t("waiting", { names: formatList(waiting.map(seatName)) });
  return view.status === "playing" ? t("rolling") : "";
}

// What a choice still lacks: the first kind of part that it can be completed with.
export function openStep(view, seat, selection) {
  const chosen = new Set(selection.named(selection.parts));
  const open = new Set(selection.fitting().flatMap((move) => move.parts));
  const lacks = (part) => open.has(part) && !chosen.has(part);
  return (view.asks?.[seat] ?? []).find((step) => step.parts.some(lacks)) ?? null;
}

// What has just happened, as a sentence.
export function told({ last }) {
  if (!last?.told) return "";
  if (last.kind === "roll") return t("rolled", { what: last.told });
  return last.told[0].toUpperCase() + last.told.slice(1);
}

// The sentence with the choice in mind, and the softer one below it.
export function sentences(view, seat, selection, preview, picker) {
  const happened = told(view);
  if (picker?.correcting) return { now: t("dice_again"), more: happened, closes: "" };
  let now = sentence(view, seat);
  let more = happened;
  if (seat !== null && selection.ready) {
    now = preview?.text || now;
    more = preview ? worth(preview) : "";
  } else if (seat !== null && selection.parts.length) {
    now = openStep(view, seat, selection)?.text ?? now;
    more = "";
  }
  const several = view.seats.filter((one) => one.mine).length > 1;
  const own = view.seats.find((one) => one.seat === seat);
  if (several && own) now = t("about_what", { name: seatName(own), what: now });
  return { now, more, closes: warnsOfClosing() && selection.ready && seat !== null ? preview?.closes ?? "" : "" };
}

// The points a move adds at once; a move that writes nothing is not about points.
function worth({ adds, changes }) {
  if (adds > 0) return t("adds", { points: adds });
  if (adds < 0) return t("costs", { points: -adds });
  return changes ? t("adds_none") : "";
}

// Only what has changed is written: it is read out.
export function showSentences(view, seat, selection, preview, picker) {
  const { now, more, closes } = sentences(view, seat, selection, preview, picker);
  if (byId("prompt").textContent !== now) byId("prompt").textContent = now;
  if (byId("effect").textContent !== more) byId("effect").textContent = more;
  byId("closes").hidden = !closes;
  if (byId("closes").textContent !== closes) byId("closes").textContent = closes;
}
