// How a game ended, in one sentence.
import { formatList, t } from "../shared/texts.js";
import { seatName } from "../table/seats.js";

export function verdict(view, best = null) {
  const winners = view.seats.filter((seat) => seat.winner);
  if (view.seats.length === 1) return alone(view.seats[0], best);
  if (!winners.length) return t("over_nobody");
  if (winners.length > 1) return t("over_winners", { names: formatList(winners.map(seatName)) });
  const [winner] = winners;
  const mine = view.seats.filter((seat) => seat.mine);
  const won = winner.mine && mine.length === 1;
  const values = { name: seatName(winner), points: winner.score };
  if (view.seats.length > 2) return t(won ? "over_won_with" : "over_winner_with", values);
  values.other = view.seats.find((seat) => seat !== winner).score;
  return t(won ? "over_won_to" : "over_winner_to", values);
}

function alone(seat, best) {
  const points = t(best?.now ? "over_solo_best" : "over_solo", { points: seat.score });
  return seat.winner ? points : `${t("over_nobody")} ${points}`;
}

// Somebody has beaten somebody, a level was won, or nobody here has ever done better.
export function deservesCrown(view, best) {
  const own = view.seats.filter((seat) => seat.mine);
  if (view.seats.length > 1) return !own.length || own.some((seat) => seat.winner);
  const level = Object.keys(view.game.options ?? {}).length > 0;
  return view.seats[0].winner && (level || Boolean(best?.now));
}
