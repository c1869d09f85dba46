// The tables this browser has sat at, newest first.
import { recall, remember } from "./browser.js";

const KEPT = 12;

export const recent = () => recall("tables", []);

export function note(table) {
  const others = recent().filter((other) => other.id !== table.id);
  remember("tables", [{ ...table, at: Date.now() }, ...others].slice(0, KEPT));
}

export function forget(id) {
  remember("tables", recent().filter((other) => other.id !== id));
}
