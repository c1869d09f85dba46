// A result in one line, to copy or to send along.
import { formatNumber, t } from "../shared/texts.js";
import { seatName } from "../table/seats.js";

export function resultText(view) {
  if (view.mode === "daily") {
    const day = view.result?.day ?? view.day ?? "";
    return t("daily_share", { day, game: view.game.name, points: view.seats[0].score });
  }
  const scores = view.seats.map((seat) => `${seatName(seat)} ${formatNumber(seat.score)}`).join(", ");
  return t("about_what", { name: view.game.name, what: scores });
}
