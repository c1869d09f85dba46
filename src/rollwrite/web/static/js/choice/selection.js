// What a player has chosen so far, against the list of legal moves. It knows no rules:
// a move is a set of parts, and that is all it needs.
export class Selection {
  // Parts of one group of alikes are interchangeable; moves name the first ones of a group.
  // An alias stands for another part: a tap on it means that one.
  constructor(moves = [], alike = [], aliases = {}) {
    this.aliases = aliases;
    this.moves = moves.map((move) => ({ ...move, set: new Set(move.parts) }));
    this.alike = alike;
    this.parts = [];
  }

  fitting(parts = this.parts) {
    const named = this.named(parts);
    return this.moves.filter((move) => named.every((part) => move.set.has(part)));
  }

  // The parts as moves name them: of a group, as many of its first members as are chosen.
  named(parts) {
    let found = parts;
    for (const group of this.alike) {
      const others = found.filter((part) => !group.includes(part));
      found = [...others, ...group.slice(0, found.length - others.length)];
    }
    return found;
  }

  meant(part) {
    return this.aliases[part] ?? part;
  }

  has(part) {
    return this.parts.includes(this.meant(part));
  }

  // "chosen"; "implied" by the only move left; "live" if it can be added; "other" if choosing
  // it would give up some of what is chosen; null if no legal move has it.
  state(id) {
    const part = this.meant(id);
    if (this.has(part)) return "chosen";
    if (this.implied.includes(part)) return "implied";
    if (this.fitting([...this.parts, part]).length) return "live";
    return this.fitting([part]).length ? "other" : null;
  }

  // Choosing a part that does not go with the rest keeps as much of the latest choice as it can.
  toggle(id) {
    const part = this.meant(id);
    if (this.has(part)) {
      this.parts = this.parts.filter((other) => other !== part);
      return;
    }
    if (!this.fitting([part]).length) return;
    let kept = [];
    for (const other of [...this.parts].reverse()) {
      if (this.fitting([part, other, ...kept]).length) kept = [other, ...kept];
    }
    this.parts = [...kept, part];
  }

  clear() {
    this.parts = [];
  }

  // The move that the choice is, or the only one it can become.
  get ready() {
    if (!this.parts.length) return null;
    const fitting = this.fitting();
    const exact = fitting.find((move) => move.set.size === this.parts.length);
    return exact ?? (fitting.length === 1 ? fitting[0] : null);
  }

  // What the ready move has beyond the choice.
  get implied() {
    const named = this.named(this.parts);
    return this.ready?.parts.filter((part) => !named.includes(part)) ?? [];
  }

  // Whether nothing could be added to the move that is ready.
  get final() {
    return this.ready !== null && this.fitting().length === 1;
  }

  // Whether the legal moves are still the same: others may decide while somebody chooses.
  isAmong(moves) {
    return (
      moves.length === this.moves.length &&
      moves.every((move, index) => move.text === this.moves[index].text)
    );
  }
}
