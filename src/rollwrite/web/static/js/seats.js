// The seats around the table: a strip with names, scores and who still decides; sheets of others.
import { byId, el, icon, openDialog, patch } from "./elements.js";
import { showDrawing } from "./paper.js";
import { figure, words } from "./words.js";

export const seatName = (seat) => seat.name || (seat.kind === "open" ? words("open_seat") : "");

export function stateOf(seat, view) {
  if (seat.away) return words("away");
  if (view.status !== "playing") return "";
  return seat.pending ? words("deciding") : "";
}

export function showStrip(view, shown) {
  const items = view.seats
    .filter((seat) => view.status === "lobby" || seat.kind !== "open")
    .map((seat) => el("li", { id: `strip-${seat.seat}` }, chip(seat, view, shown)));
  patch(byId("seats"), items.map((item) => item.outerHTML).join(""));
}

const hintsUsed = (seat) => (seat.hints ? words("hints_used", { count: seat.hints }) : "");
const botLevel = (seat) => (seat.kind === "bot" ? levelName(seat.level) : "");

function chip(seat, view, shown) {
  const level = botLevel(seat);
  const about = [level && `${words("bot")} ${level}`, stateOf(seat, view), hintsUsed(seat)];
  const label = words("seat_label", {
    name: seatName(seat),
    points: seat.score,
    state: about.filter(Boolean).map((one) => `, ${one}`).join(""),
  });
  const classes = ["chip", `hue-${seat.seat}`];
  if (seat.pending && view.status === "playing") classes.push("pending");
  if (seat.seat === shown) classes.push("shown");
  return el(
    "button",
    { type: "button", class: classes.join(" "), "data-seat": seat.seat, "aria-label": label },
    face(seat),
    el("span", { class: "who" }, seatName(seat)),
    level ? el("span", { class: "level" }, level) : null,
    el("span", { class: "score" }, figure(seat.score ?? "")),
    seat.hints ? el("span", { class: "hints", title: hintsUsed(seat) }, icon("bulb"), String(seat.hints)) : null,
    seat.winner && view.status === "over" ? icon("crown") : null,
    el("span", { class: "dot" }),
  );
}

export function face(seat) {
  const open = seat.kind === "open" ? "+" : initial(seatName(seat));
  const inside = seat.kind === "bot" || seat.away ? icon("bot") : open;
  return el("span", { class: `face hue-${seat.seat}`, "aria-hidden": "true" }, inside);
}

const initial = (name) => ([...name.trim()][0] ?? "?").toUpperCase();

// The sheets of the others, small; each is a button that brings it close.
export function showOthers(view, shown) {
  const others = view.sheets.filter(({ seat }) => seat !== shown);
  const place = byId("others");
  place.parentElement.hidden = others.length === 0;
  if (byId("note")) Object.assign(byId("note"), { textContent: view.note ?? "", hidden: !view.note });
  const wanted = others.map(({ seat }) => `other-${seat}`);
  for (const child of [...place.children]) if (!wanted.includes(child.id)) child.remove();
  for (const { seat, svg } of others) {
    const about = view.seats.find((one) => one.seat === seat);
    const card = byId(`other-${seat}`) ?? place.appendChild(otherCard(seat));
    const label = words("about_what", { name: seatName(about), what: words("show_sheet") });
    card.setAttribute("aria-label", label);
    patch(card.firstChild, nameLine(about, view).map((line) => line.outerHTML).join(""));
    showDrawing(card.lastChild, svg, `other${seat}`);
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
    el("span", { class: "who" }, seatName(seat)),
    el("span", { class: "state" }, stateOf(seat, view) || level),
    el("span", { class: "score" }, figure(seat.score ?? "")),
  ];
}

export function levelName(level) {
  try {
    return words(`level_${level}`);
  } catch {
    return level ?? words("bot");
  }
}

export function showCloser(view, seat) {
  const about = view.seats.find((one) => one.seat === seat);
  const sheet = view.sheets.find((one) => one.seat === seat);
  if (!sheet) return;
  const level = about.kind === "bot" ? `, ${words("bot")} (${levelName(about.level)})` : "";
  const points = words("points", { points: about.score });
  byId("closer-title").textContent = words("closer", { name: seatName(about), level, points });
  showDrawing(byId("closer-sheet"), sheet.svg, "closer");
  openDialog(byId("closer"));
}
