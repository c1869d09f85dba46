// Dice tumble for half a second and land exactly as rolled; with reduced motion they just change.
import { reducedMotion } from "../shared/dom.js";
import { partId, partsOf } from "./highlights.js";

const LASTS = 700;

export function faces(tray) {
  return new Map(partsOf(tray).map((part) => [partId(part), face(part)]));
}

const face = (part) => part.getAttribute("aria-label");

// The dice that were rolled, even those that show what they did; without any, what has changed.
export function tumble(tray, before, dice = []) {
  if (reducedMotion()) return false;
  const changed = (part) => before.get(partId(part)) !== face(part);
  const rolled = partsOf(tray).filter((part) =>
    dice.length ? dice.includes(partId(part)) : changed(part),
  );
  rolled.forEach((part, index) => {
    part.style.setProperty("--turn", `${(index % 2 ? -1 : 1) * (300 + 70 * index)}deg`);
    part.style.setProperty("--from", `${-60 - 12 * index}px`);
    part.style.setProperty("--late", `${(index % 3) * 40}ms`);
    part.classList.add("tumbling");
    setTimeout(() => part.classList.remove("tumbling"), LASTS + 120);
  });
  return rolled.length > 0;
}
