// The end of a game is a moment: who has won, line by line, and what to do next.
import { canShare, copy, share } from "../shared/clipboard.js";
import { byId, el, icon } from "../shared/dom.js";
import { count } from "../shared/progress.js";
import { load, save } from "../shared/storage.js";
import { formatList, formatNumber, t, textAbout } from "../shared/texts.js";
import { face, seatName } from "./seats.js";
import { tallyTable } from "./side_panels.js";

let shownFor = null;

export function showGameOver(view, ask) {
  const container = byId("ending");
  container.hidden = view.status !== "over";
  const key = `${view.table} ${view.status} ${view.rematch ?? ""}`;
  if (container.hidden || shownFor === key) return;
  const first = shownFor === null || !shownFor.startsWith(`${view.table} over`);
  shownFor = key;
  const tallies = view.seats.map((seat, i) =>
    tallyTable(view.tally[i] ?? [], textAbout("tally_of", seatName(seat))),
  );
  const parts = [
    el("h2", { class: "verdict" }, icon("crown"), verdict(view)),
    places(view),
    story(view),
    buttons(view, ask),
    el("div", { class: "tallies" }, tallies),
  ];
  container.replaceChildren(...parts.filter(Boolean));
  if (view.seats.length === 1 && view.seats[0].mine) climb(view);
  keepResult(view);
  if (first) container.focus({ preventScroll: true });
  if (first) scrollTo({ top: 0 });
}

export function verdict(view) {
  const winners = view.seats.filter((seat) => seat.winner);
  if (view.seats.length === 1) {
    const points = t("over_solo", { points: view.seats[0].score });
    return winners.length ? points : `${t("over_nobody")} ${points}`;
  }
  if (!winners.length) return t("over_nobody");
  const mine = view.seats.filter((seat) => seat.mine);
  if (winners.length === 1 && winners[0].mine && mine.length === 1) return t("over_won");
  const names = formatList(winners.map(seatName));
  return t(winners.length > 1 ? "over_winners" : "over_winner", { names });
}

function places(view) {
  const given = new Map((view.result?.places ?? []).map(({ seat, place }) => [seat, place]));
  const better = (seat) => view.seats.filter((other) => other.score > seat.score).length + 1;
  const ranked = view.seats
    .map((seat) => ({ ...seat, place: given.get(seat.seat) ?? better(seat) }))
    .sort((a, b) => a.place - b.place);
  return el(
    "ol",
    { class: "places" },
    ranked.map((seat) =>
      el(
        "li",
        { class: seat.winner ? "winner" : null },
        el("span", { class: "place" }, t("place", { place: seat.place })),
        face(seat),
        el("span", { class: "who" }, seatName(seat)),
        el("span", { class: "score" }, t("points", { points: seat.score })),
      ),
    ),
  );
}

// A game with levels tells how far its player has come.
async function climb(view) {
  if (!Object.keys(view.game.options ?? {}).length || view.mode !== "solo") return;
  const found = await count(view.game.id, view.table);
  if (found) byId("ending").querySelector(".places").after(el("p", { role: "status" }, found.text));
}

function story(view) {
  const lines = view.result?.story ?? [];
  if (!lines.length) return null;
  return el(
    "div",
    { class: "story" },
    el("h3", {}, t("story")),
    el("ul", {}, lines.map((line) => el("li", {}, line))),
  );
}

function buttons(view, ask) {
  const found = [];
  if (view.rematch) {
    found.push(link(`/t/${view.rematch}`, "replay", "rematch_go", "primary"));
  } else if (view.mode !== "daily" && (view.host || view.seats.some((seat) => seat.mine))) {
    found.push(button("replay", "rematch", () => ask("rematch"), "primary"));
  }
  found.push(link(`/review/${view.table}`, "chart", "review"));
  found.push(link(`/replay/${view.table}`, "watch", "replay"));
  found.push(button("share", "share_result", (event) => shareResult(view, event.currentTarget)));
  const log = link(`/api/tables/${view.table}/log`, "download", "download");
  log.setAttribute("download", `${view.game.id}-${view.table}.log`);
  return el("div", { class: "afterwards" }, found, log);
}

const button = (picture, key, onclick, more = "plain") =>
  el("button", { type: "button", class: more, onclick }, icon(picture), t(key));

const link = (href, picture, key, more = "plain") =>
  el("a", { href, class: `button ${more}` }, icon(picture), t(key));

function shareText(view) {
  if (view.mode === "daily") return dailyText(view);
  const scores = view.seats.map((seat) => `${seatName(seat)} ${formatNumber(seat.score)}`).join(", ");
  return t("about_what", { name: view.game.name, what: scores });
}

function dailyText(view) {
  const day = view.result?.day ?? view.day ?? "";
  return t("daily_share", { day, game: view.game.name, points: view.seats[0].score });
}

function shareResult(view, button) {
  const url = `${location.origin}/replay/${view.table}`;
  if (canShare()) return share({ text: shareText(view), url });
  return copy(`${shareText(view)}\n${url}`, button);
}

// This browser keeps the day's results and the levels it has won.
function keepResult(view) {
  const own = view.seats.find((seat) => seat.mine);
  if (!own) return;
  const day = view.result?.day ?? view.day;
  if (view.mode === "daily" && day) {
    save(`daily ${day} ${view.game.id}`, {
      table: view.table, points: own.score, text: shareText(view),
    });
  }
  if (!own.winner || view.seats.length > 1) return;
  for (const [option, value] of Object.entries(view.game.options ?? {})) {
    const key = `won ${view.game.id} ${option}`;
    save(key, [...new Set([...load(key, []), value])]);
  }
}
