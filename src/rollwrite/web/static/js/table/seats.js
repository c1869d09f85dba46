// The seats around the table: a strip with names, scores and who still decides; sheets of others.
import { byId, el, icon, openDialog, patch } from "../shared/dom.js";
import { formatNumber, t, textAbout } from "../shared/texts.js";
import { showDrawing } from "./drawing.js";
import { tallyTable } from "./side_panels.js";

export const seatName = (seat) => seat.name || (seat.kind === "open" ? t("open_seat") : "");

// Whose sheet lies large: the seat of mine that decides, else one of mine, else what was watched.
export function seatToShow(view, deciding, shown) {
  if (deciding !== null) return deciding;
  const mine = view.seats.filter((seat) => seat.mine).map((seat) => seat.seat);
  if (mine.length) return mine.includes(shown) ? shown : mine[0];
  const known = view.sheets.some(({ seat }) => seat === shown);
  return known ? shown : view.sheets[0]?.seat ?? null;
}

export function stateOf(seat, view) {
  if (seat.away) return t("away");
  if (view.status !== "playing") return "";
  return seat.pending ? t("deciding") : "";
}

export function showStrip(view, shown) {
  const items = view.seats
    .filter((seat) => view.status === "lobby" || seat.kind !== "open")
    .map((seat) => el("li", { id: `strip-${seat.seat}` }, chip(seat, view, shown)));
  patch(byId("seats"), items);
}

const hintsUsed = (seat) => (seat.hints ? t("hints_used", { count: seat.hints }) : "");
const botLevel = (seat) => (seat.kind === "bot" ? levelName(seat.level) : "");

function chip(seat, view, shown) {
  const level = botLevel(seat);
  const about = [level && `${t("bot")} ${level}`, stateOf(seat, view), hintsUsed(seat)];
  const label = t("seat_label", {
    name: seatName(seat),
    points: seat.score,
    state: about.filter(Boolean).map((one) => `, ${one}`).join(""),
  });
  const classes = ["chip", `hue-${seat.seat}`];
  if (seat.pending && view.status === "playing") classes.push("pending");
  if (seat.seat === shown) classes.push("shown");
  return el(
    "button",
    { type: "button", class: classes.join(" "), "data-seat": seat.seat },
    face(seat),
    ...named(seat, label),
    level ? el("span", { class: "level", "aria-hidden": "true" }, level) : null,
    el("span", { class: "score", "aria-hidden": "true" }, formatNumber(seat.score ?? "")),
    seat.hints ? hintCount(seat) : null,
    seat.winner && view.status === "over" ? icon("crown") : null,
    el("span", { class: "dot" }),
  );
}

// A name to see, and one to hear that says more.
const named = (seat, label) => [
  el("span", { class: "who", "aria-hidden": "true", dir: "auto" }, seatName(seat)),
  el("span", { class: "unseen" }, label),
];

function hintCount(seat) {
  const attributes = { class: "hints", title: hintsUsed(seat), "aria-hidden": "true" };
  return el("span", attributes, icon("bulb"), String(seat.hints));
}

export function face(seat) {
  const open = seat.kind === "open" ? "+" : initial(seatName(seat));
  const inside = seat.kind === "bot" || seat.away ? icon("bot") : open;
  return el("span", { class: `face hue-${seat.seat}`, "aria-hidden": "true" }, inside);
}

// What a reader takes for one letter may be many characters, such as a flag.
const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const initial = (name) => ([...letters.segment(name.trim())][0]?.segment ?? "?").toUpperCase();

// The sheets of the others, small; each is a button that brings it close.
export function showOthers(view, shown) {
  const others = view.sheets.filter(({ seat }) => seat !== shown);
  const container = byId("others");
  container.parentElement.hidden = others.length === 0;
  if (byId("note")) Object.assign(byId("note"), { textContent: view.note ?? "", hidden: !view.note });
  const wanted = others.map(({ seat }) => `other-${seat}`);
  for (const child of [...container.children]) if (!wanted.includes(child.id)) child.remove();
  let after = 0; // they write one after the other
  for (const { seat, svg } of others) {
    const about = view.seats.find((one) => one.seat === seat);
    const card = byId(`other-${seat}`) ?? container.appendChild(otherCard(seat));
    patch(card.firstChild, nameLine(about, view));
    after = showDrawing(card.lastChild, svg, `other${seat}`, after);
  }
}

function otherCard(seat) {
  return el(
    "button",
    { type: "button", class: "other", id: `other-${seat}`, "data-seat": seat },
    el("span", { class: "line" }),
    el("span", { class: "small-sheet", "aria-hidden": "true", inert: true }),
  );
}

function nameLine(seat, view) {
  const level = botLevel(seat);
  return [
    face(seat),
    ...named(seat, t("about_what", { name: seatName(seat), what: t("show_sheet") })),
    el("span", { class: "state", "aria-hidden": "true" }, stateOf(seat, view) || level),
    el("span", { class: "score", "aria-hidden": "true" }, formatNumber(seat.score ?? "")),
  ];
}

export function levelName(level) {
  try {
    return t(`level_${level}`);
  } catch {
    return level ?? t("bot");
  }
}

export function enlargeSheet(view, seat) {
  const about = view.seats.find((one) => one.seat === seat);
  const sheet = view.sheets.find((one) => one.seat === seat);
  if (!sheet) return;
  const level = about.kind === "bot" ? `, ${t("bot")} (${levelName(about.level)})` : "";
  const points = t("points", { points: about.score });
  byId("closer-title").textContent = t("closer", { name: seatName(about), level, points });
  showDrawing(byId("closer-sheet"), sheet.svg, "closer");
  const lines = view.tally?.[view.seats.indexOf(about)] ?? [];
  byId("closer-tally")?.replaceChildren(tallyTable(lines, textAbout("tally_of", about.name)));
  openDialog(byId("closer"));
}
