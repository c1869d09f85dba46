// Parts of moves that are drawn nowhere, such as Keep or Pass: which of them lie in the bar.
import { openStep } from "./sentence.js";

// Each with its state, and the move it makes by itself.
function offered(view, seat, selection) {
  const step = openStep(view, seat, selection);
  const steps = view.asks?.[seat] ?? [];
  const found = [];
  for (const [part, label] of Object.entries(view.buttons)) {
    const state = selection.state(part);
    if (!state) continue;
    const whole = selection.moves.find((move) => move.set.size === 1 && move.set.has(part)) ?? null;
    const own = steps.find((one) => one.parts.includes(part));
    const later = state === "live" && own && own !== step;
    if (!whole && (state === "other" || later)) continue;
    found.push({ part, label, state, whole });
  }
  return found;
}

// Where they go: one beside what is drawn is secondary; alone, the first is primary. More lie in a
// row of their own.
export function arranged(view, seat, selection) {
  const all = offered(view, seat, selection);
  const drawn = selection.moves.some((move) => move.parts.some((part) => !(part in view.buttons)));
  const wholes = all.every(({ whole }) => whole);
  const most = drawn ? 1 : 2;
  if (!wholes || all.length > most) return { primary: null, secondary: null, row: all };
  const [first = null, second = null] = all;
  return drawn
    ? { primary: null, secondary: first, row: [] }
    : { primary: first, secondary: second, row: [] };
}
