// What a page asks of its table besides moves: a seat by a private link, reasons, fair dice.
import { toast } from "../shared/announcer.js";
import { get, post, randomHex } from "../shared/api.js";
import { language, t } from "../shared/texts.js";
import { address } from "../shared/transport.js";

// A private link brings a seat along: it becomes this browser's before anything is shown.
export async function claimSeat(table) {
  const token = new URLSearchParams(location.hash.slice(1)).get("seat");
  if (!token) return;
  try {
    await post(`/api/tables/${table}/claim`, { token });
  } catch (problem) {
    toast(problem.message, true);
  }
  history.replaceState(null, "", address(`/t/${table}`));
}

// Why a part is of no use now.
export async function tellWhy(table, seat, part) {
  try {
    const path = `/api/tables/${table}/why?seat=${seat}&part=${encodeURIComponent(part)}`;
    const { text } = await get(`${path}&lang=${language}`);
    if (text) toast(text);
  } catch {
    // No reason is better than a wrong one.
  }
}

let seeded = false;

// This browser's own randomness, once.
export async function sendSeed(table) {
  if (seeded) return;
  seeded = true;
  await post(`/api/tables/${table}/seed`, { seed: randomHex() }).catch(() => (seeded = false));
}

export function tellRefusal(problem) {
  if (problem.kind === "stale") toast(t("too_late"));
  else if (problem instanceof TypeError) toast(t("connection_lost"));
  else toast(problem.message);
}
