// What this browser keeps of the games it has played: levels won, best scores.
import { load, save } from "../shared/storage.js";

const KEPT = 300; // tables whose result counts already

// The only seat of this browser; with several people around one device there is no "own" result.
const only = (view) => {
  const mine = view.seats.filter((seat) => seat.mine);
  return mine.length === 1 ? mine[0] : null;
};

const bestKey = ({ game }) => `best ${game.id} ${game.variant ?? ""} ${JSON.stringify(game.options ?? {})}`;

// The best score in a game, and whether this is it; null in the first game that is finished here.
export function personalBest(view) {
  const own = only(view);
  if (!own) return null;
  const key = bestKey(view);
  const counted = load("best counted", []);
  let best = load(key);
  if (!counted.includes(view.table)) {
    save("best counted", [...counted, view.table].slice(-KEPT));
    if (best === null || own.score > best.points) {
      best = { points: own.score, table: view.table, earlier: best?.points ?? null };
      save(key, best);
    }
  }
  if (best === null || (best.table === view.table && best.earlier === null)) return null;
  return { points: best.points, now: best.table === view.table };
}

export function keepResult(view) {
  const own = view.seats.find((seat) => seat.mine);
  if (!own) return;
  if (!own.winner || view.seats.length > 1) return;
  for (const [option, value] of Object.entries(view.game.options ?? {})) {
    const key = `won ${view.game.id} ${option}`;
    save(key, [...new Set([...load(key, []), value])]);
  }
}
