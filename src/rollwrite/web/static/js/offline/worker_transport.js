// The way to the tables where a worker keeps them: the same messages as to a server.
const MADE = ["t", "replay", "review", "score"]; // pages that the worker makes
const SILENT = 30000; // after which a worker that owes an answer is taken to be gone
const LONG = ["/hint", "/review", "/start"]; // answers that may take longer than that

// What could not be kept goes along in the name of the tab, which outlives its pages.
const CARRIED = "rollwrite ";
const carried = () => (window.name.startsWith(CARRIED) ? window.name.slice(CARRIED.length) : "");

export class WorkerTransport {
  constructor(site, listener) {
    this.site = { ...site, root: new URL(site.root, location.href).href };
    this.listener = listener;
    this.waiting = new Map();
    this.sockets = new Map();
    this.last = 0;
    this.begin();
    setInterval(() => this.watch(), 1000);
  }

  begin() {
    this.ready = false;
    this.heard = Date.now();
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (event) => this.lost(event.message);
    const { root, python } = this.site;
    this.worker.postMessage({ kind: "start", root, python, carried: carried() });
  }

  receive(data) {
    this.heard = Date.now();
    const { kind, id } = data;
    if (kind === "answer") {
      this.waiting.get(id)?.resolve(new Response(data.content, { status: data.status, headers: data.headers }));
      this.waiting.delete(id);
    } else if (kind === "message") this.sockets.get(id)?.receive(data.text);
    else if (kind === "failed") this.lost(data.reason);
    else if (kind === "carry") window.name = CARRIED + data.text;
    else if (kind !== "alive") {
      if (kind === "ready") this.ready = true;
      this.listener(data);
    }
  }

  // A worker that a phone short of memory has ended answers nothing: another one takes its place.
  // Everything that was answered is kept, so nothing is lost with it.
  watch() {
    const asked = [...this.waiting.values(), ...this.sockets.values()];
    if (this.ready && asked.length && Date.now() - this.heard > SILENT && !asked.some(({ long }) => long)) {
      this.worker.terminate();
      this.lost("silent");
      this.begin();
    }
  }

  lost(reason) {
    for (const { reject } of this.waiting.values()) reject(new TypeError(reason));
    this.waiting.clear();
    for (const socket of [...this.sockets.values()]) socket.receive(null);
    if (!this.ready) this.listener({ kind: "failed", reason });
  }

  fetch(path, { method = "GET", headers = {}, body = "", signal } = {}) {
    const id = (this.last += 1);
    const language = headers["Accept-Language"] ?? this.site.language;
    const found = new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, long: LONG.some((end) => path.endsWith(end)) });
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
    this.worker.postMessage({ kind: "request", id, method, path, language, body });
    return found;
  }

  socket(path) {
    const id = (this.last += 1);
    const socket = new WorkerSocket(() => {
      this.sockets.delete(id);
      this.worker.postMessage({ kind: "close", id });
    });
    this.sockets.set(id, socket);
    this.worker.postMessage({ kind: "open", id, path, language: this.site.language });
    return socket;
  }

  // /t/ID is the page t.html?ID: any web space has files, not every one can be told more.
  address(path) {
    if (!path.startsWith("/") || path.startsWith("/api/")) return path;
    const { pathname, search, hash } = new URL(path, "https://offline");
    const [, head, rest] = pathname.match(/^\/([^/]*)\/?(.*)$/);
    const own = `${this.site.root}${this.site.language}/`;
    if (MADE.includes(head)) return `${own}${head}.html?${rest}${search.replace("?", "&")}${hash}`;
    if (head === "rules") return `${own}rules/${rest}.html${hash}`;
    if (head === "print") return `${own}index.html#print`; // PDFs need a server; see css/offline.css
    if (head === "static" || head === "sw.js") return this.site.root + pathname.slice(1) + hash;
    return `${own}${head === "about" ? head : "index"}.html${hash}`;
  }

  speak(language) {
    try {
      localStorage.setItem("language", language);
    } catch {
      // The choice lasts as long as the page.
    }
    location.assign(location.href.replace(`/${this.site.language}/`, `/${language}/`));
  }
}

// What a table's connection needs of a WebSocket.
class WorkerSocket {
  constructor(close) {
    this.readyState = WebSocket.OPEN;
    this.end = close;
  }

  receive(text) {
    if (this.readyState !== WebSocket.OPEN) return;
    if (text === null) {
      this.close();
      this.onclose?.();
    } else this.onmessage?.({ data: text });
  }

  send() {} // only signs of life go this way

  close() {
    this.readyState = WebSocket.CLOSED;
    this.end();
  }
}
