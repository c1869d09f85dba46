// The live connection to a table: views come in by a socket that reopens after sleep, loss and restarts.
import { get } from "../shared/api.js";
import { load } from "../shared/storage.js";
import { language } from "../shared/texts.js";
import { socket as connected } from "../shared/transport.js";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PATIENCE = 1500;
const REMOVED = 4404; // the code by which the server closes the socket of a table that is no more

export class Connection {
  constructor(table, onView, onState) {
    this.table = table;
    this.onView = onView;
    this.onState = onState;
    this.view = null;
    this.waiting = []; // those who want to hear of the next view
    this.wait = FIRST_WAIT;
    this.retry = null;
    this.open();
    const again = () => this.open();
    addEventListener("online", again);
    addEventListener("pageshow", again);
    document.addEventListener("visibilitychange", () => document.hidden || again());
  }

  open() {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.retry);
    const fast = load("fast", false) ? "&fast=1" : "";
    const socket = connected(`/api/tables/${this.table}/live?lang=${language}${fast}`);
    this.socket = socket;
    this.received = null; // what came down this socket, all together
    this.pieces = []; // of the tray, the sheets and the market
    socket.onmessage = (event) => this.receive(JSON.parse(event.data), socket);
    socket.onclose = (event) => {
      if (event?.code === REMOVED && this.view) location.reload(); // the page says that there is none
      else if (socket === this.socket) this.lost();
    };
  }

  // The server is told how fast bots should be when the connection is opened.
  reopen() {
    const old = this.socket;
    this.socket = null;
    this.open();
    old?.close();
  }

  receive(message, socket) {
    if ("ping" in message) {
      socket.send(JSON.stringify({ pong: message.ping }));
      return;
    }
    if (message.error) return;
    if (socket !== this.socket) return;
    this.wait = FIRST_WAIT;
    this.onState(true);
    this.received = this.complete(message);
    this.take({ ...this.received });
  }

  // What a message leaves out is as it was.
  complete(message) {
    const old = this.received ?? {};
    const view = { ...old, ...message };
    if (message.log) view.log = [...(old.log ?? []).slice(0, message.log.after), ...message.log.lines];
    if (message.tally) view.tally = message.tally.map((lines, seat) => lines ?? old.tally[seat]);
    for (const [index, pieces] of Object.entries(message.drawn ?? {})) {
      const known = this.pieces[index];
      this.pieces[index] = pieces.flatMap((piece) =>
        typeof piece === "string" ? [piece] : known.slice(...piece),
      );
    }
    if (message.drawn) {
      const [tray, ...drawn] = this.pieces.map((pieces) => pieces.join(""));
      const sheets = view.seats.map(({ seat }) => ({ seat, svg: drawn[seat] }));
      Object.assign(view, { tray, sheets, market: drawn[sheets.length] ?? null });
    }
    return view;
  }

  // A whole view by any way; older views are late messages.
  take(view) {
    if (this.view && view.table === this.view.table && view.seq < this.view.seq) return;
    this.view = view;
    this.onView(view);
    for (const waiting of this.waiting.splice(0)) waiting();
  }

  // Resolves when the table shows what the server has answered; asks for it if the connection is slow.
  async upTo(seq) {
    const late = setTimeout(() => this.refresh(), this.connected ? PATIENCE : 0);
    while (seq !== undefined && (this.view?.seq ?? 0) < seq) {
      await new Promise((resolve) => this.waiting.push(resolve));
    }
    clearTimeout(late);
  }

  async refresh() {
    try {
      this.take(await get(`/api/tables/${this.table}/view?lang=${language}`));
    } catch {
      this.onState(false);
      for (const waiting of this.waiting.splice(0)) waiting();
    }
  }

  lost() {
    this.onState(false);
    this.retry = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.7);
  }

  get connected() {
    return this.socket?.readyState === WebSocket.OPEN;
  }
}
