// The coach at the table: asked about a decision, it says what it would do and why.
import { say } from "../shared/announcer.js";
import { post } from "../shared/api.js";
import { t } from "../shared/texts.js";
import { scrollIntoSight } from "../table/highlights.js";
import { showHint } from "./hint.js";

export class Coach {
  constructor(table) {
    this.table = table;
    this.hint = null; // about the decision that is due
  }

  // Which decision is due: a hint is about one only.
  get decision() {
    const { seat, view } = this.table;
    return JSON.stringify([seat, view.turn, view.last, view.prompt[seat]]);
  }

  forgetOld() {
    if (this.hint && this.hint.about !== this.decision) this.hint = null;
    showHint(this.hint);
  }

  pressed() {
    if (this.hint) this.show(null);
    else this.ask();
  }

  async ask() {
    const { table } = this;
    if (table.busy || table.seat === null) return;
    const about = this.decision;
    table.setBusy(true);
    say(t("hint_wait"));
    try {
      const body = { seat: table.seat, seq: table.view.seq };
      const hint = await post(`/api/tables/${table.id}/hint`, body);
      await table.connection.upTo(hint.seq);
      if (about === this.decision) this.hint = { ...hint, about };
    } catch (problem) {
      table.refused(problem);
    }
    table.setBusy(false);
    if (this.hint) this.show(this.hint);
  }

  show(hint) {
    const { table } = this;
    this.hint = hint;
    showHint(hint);
    table.refresh();
    if (!hint) return;
    scrollIntoSight(table.drawings, ".part.hinted");
    const worths = hint.moves.map((move) =>
      t("about_what", { name: move.label, what: move.worth }),
    );
    say([hint.text, ...worths].join(". "));
  }
}
