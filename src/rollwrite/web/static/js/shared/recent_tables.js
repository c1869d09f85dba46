// The tables this browser has sat at, newest first.
import { load, save } from "./storage.js";

const KEPT = 12;

export const recent = () => load("tables", []);

export function saveRecent(table) {
  const known = recent();
  const [newest] = known;
  if (newest?.id === table.id && Object.keys(table).every((key) => newest[key] === table[key])) return;
  const others = known.filter((other) => other.id !== table.id);
  save("tables", [{ ...table, at: Date.now() }, ...others].slice(0, KEPT));
}

export function forget(id) {
  save("tables", recent().filter((other) => other.id !== id));
}
