// The end of a game is a moment: line by line what it came to, then who has won, then what next.
import { byId, el, icon, svgEl } from "../shared/dom.js";
import { count } from "../shared/progress.js";
import { formatNumber, t, textAbout } from "../shared/texts.js";
import { atServer } from "../shared/transport.js";
import { countUp } from "./count_up.js";
import { keepResult, personalBest } from "./own_results.js";
import { face, levelName, seatName } from "../table/seats.js";
import { tallyTable } from "../table/side_panels.js";
import { deservesCrown, verdict } from "./verdict.js";

let shownFor = null;
let played = false; // whether the game was seen to end here

export function showGameOver(view, ask) {
  const container = byId("ending");
  container.hidden = view.status !== "over";
  played ||= view.status === "playing";
  const key = `${view.table} ${view.status} ${view.rematch ?? ""}`;
  if (container.hidden || shownFor === key) return;
  const first = shownFor === null || !shownFor.startsWith(`${view.table} over`);
  shownFor = key;
  const best = personalBest(view);
  const parts = [headline(view, best), players(view), curve(view), story(view), bar(view, ask)];
  container.replaceChildren(...parts.filter(Boolean));
  if (view.seats.length === 1 && view.seats[0].mine) climb(view);
  keepResult(view);
  if (!first) return;
  container.focus({ preventScroll: true });
  scrollTo({ top: 0 });
  if (played) countUp(container);
}

function headline(view, best) {
  const crowned = deservesCrown(view, best);
  const about = [
    best?.now ? t("best_yet", { game: view.game.name }) : null,
    best && !best.now ? t("best_is", { points: best.points }) : null,
    t("turns_played", { count: view.turn }),
  ];
  return el(
    "header",
    { class: crowned ? "headline crowned" : "headline" },
    crowned ? icon("crown") : null,
    el("h2", { class: "verdict" }, verdict(view, best)),
    el("p", {}, about.filter(Boolean).join(" · ")),
  );
}

// Everybody in order, each with a slip of paper; one's own lies open.
function players(view) {
  const given = new Map((view.result?.places ?? []).map(({ seat, place }) => [seat, place]));
  const better = (seat) => view.seats.filter((other) => other.score > seat.score).length + 1;
  const ranked = view.seats
    .map((seat) => ({ ...seat, place: given.get(seat.seat) ?? better(seat) }))
    .sort((a, b) => a.place - b.place);
  const mine = ranked.filter((seat) => seat.mine);
  const open = mine.length === 1 ? mine[0] : ranked[0];
  return el("ol", { class: "places" }, ranked.map((seat) => player(view, seat, seat === open)));
}

function player(view, seat, open) {
  const level = seat.kind === "bot" ? levelName(seat.level) : null;
  const lines = view.tally[view.seats.findIndex((one) => one.seat === seat.seat)] ?? [];
  return el(
    "li",
    { class: seat.winner ? "winner" : null },
    el(
      "details",
      { open },
      el(
        "summary",
        {},
        view.seats.length > 1 ? el("span", { class: "place" }, t("place", { place: seat.place })) : null,
        face(seat),
        el("span", { class: "who" }, seatName(seat), level ? el("small", {}, level) : null),
        el("span", { class: "score" }, el("span", { class: "unseen" }, t("points", { points: seat.score })),
          el("span", { "aria-hidden": "true" }, formatNumber(seat.score))),
      ),
      tallyTable(lines, textAbout("tally_of", seatName(seat))),
    ),
  );
}

// A game with levels tells how far its player has come.
async function climb(view) {
  if (!Object.keys(view.game.options ?? {}).length || view.mode !== "solo") return;
  const found = await count(view.game.id, view.table);
  if (found) byId("ending").querySelector(".places").after(el("p", { role: "status" }, found.text));
}

const [WIDTH, HEIGHT, EDGE] = [220, 72, 6];

// The points turn by turn, and the way to the review.
function curve(view) {
  const turns = view.result?.turns ?? [];
  const card = el(
    "a",
    { class: "card curve", href: `/review/${view.table}` },
    turns.length > 1 ? lines(turns) : icon("chart"),
    el("span", {}, el("strong", {}, offer(view)), el("small", {}, t("review_about"))),
  );
  return card;
}

function offer(view) {
  const own = view.seats.filter((seat) => seat.mine);
  if (view.seats.length === 1 || own.length !== 1) return t("review");
  return t(own[0].winner ? "review_won" : "review_lost");
}

function lines(turns) {
  const all = turns.flat();
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (turn) => EDGE + (turn / (turns.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (points) => HEIGHT - EDGE - ((points - low) / (high - low)) * (HEIGHT - 2 * EDGE);
  const drawn = svgEl("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" });
  drawn.append(svgEl("path", { class: "zero", d: `M${EDGE} ${y(0)}H${WIDTH - EDGE}` }));
  for (const seat of turns[0].keys()) {
    const points = turns.map((scores, turn) => `${x(turn).toFixed(1)} ${y(scores[seat]).toFixed(1)}`);
    drawn.append(svgEl("path", { class: `hue-${seat}`, d: `M${points.join("L")}` }));
  }
  return drawn;
}

function story(view) {
  const told = view.result?.story ?? [];
  const log = link(`/api/tables/${view.table}/log`, "download", "download");
  log.setAttribute("download", `${view.game.id}-${view.table}.log`);
  return el(
    "div",
    { class: "story" },
    told.length ? el("h3", {}, t("story")) : null,
    told.length ? el("ul", {}, told.map((line) => el("li", {}, line))) : null,
    log,
    atServer() ? link(`/print/table/${view.table}`, "download", "print_record") : null,
  );
}

// Always at hand: all games, the replay, the result to share, and once more.
function bar(view, ask) {
  const again = view.mode !== "daily" && (view.host || view.seats.some((seat) => seat.mine));
  let primary = link("/", "back", "all_games", "primary");
  const day = view.result?.day ?? view.day;
  if (view.mode === "daily" && day) primary = link(`/daily/${view.game.id}/${day}`, "chart", "daily_compare", "primary");
  if (view.rematch) primary = link(`/t/${view.rematch}`, "replay", "rematch_go", "primary");
  else if (again) primary = button("replay", "play_again", () => ask("rematch"), "primary");
  const home = el("a", { href: "/", class: "button plain", "aria-label": t("all_games") }, icon("back"));
  const replay = el(
    "a",
    { href: replayOf(view), class: "button plain", "aria-label": t("replay") },
    icon("watch"),
  );
  const share = button("share", "share", async (event) => {
    const { shareResult } = await import("./share_result.js");
    shareResult(view, event.target.closest("button"));
  });
  return el("div", { class: "end-bar" }, home, replay, share, primary);
}

// Whoever has played sees the own sheet large there.
function replayOf(view) {
  const own = view.seats.find((seat) => seat.mine);
  return `/replay/${view.table}${own ? `?seat=${own.seat}` : ""}`;
}

const button = (picture, key, onclick, more = "plain") =>
  el("button", { type: "button", class: more, onclick }, icon(picture), t(key));

const link = (href, picture, key, more = "plain") =>
  el("a", { href, class: `button ${more}` }, icon(picture), t(key));
