// The worker that stands in for a server: Python with the same application, asked by the pages.
import { Kept } from "./kept.js";
import { startPython } from "./python.js";

const HEARTBEAT = 1000;
let app = null;
let started = null;

async function start(site) {
  const kept = new Kept({
    published: (payload) => app?.published(payload),
    refused: (reason) => postMessage({ kind: "unkept", reason }),
    carry: (text) => postMessage({ kind: "carry", text }),
    carried: site.carried,
  });
  const python = await startPython(site, (share) => postMessage({ kind: "progress", share }));
  app = await python.opened(kept, site.python.version);
  postMessage({ kind: "ready" });
  setInterval(() => postMessage({ kind: "alive" }), HEARTBEAT);
  return true;
}

const handlers = {
  start(site) {
    started = start(site).catch((error) => {
      console.error(error);
      const told = String(error?.message ?? error).trim(); // of a traceback, the last line says it
      postMessage({ kind: "failed", reason: told.split("\n").at(-1) });
      return false;
    });
  },

  async request({ id, method, path, language, body }) {
    if (!(await started)) return;
    postMessage({ kind: "answer", id, ...JSON.parse(await app.request(method, path, language, body)) });
  },

  async open({ id, path, language }) {
    if (!(await started)) return;
    app.connect(id, path, language, (text) => postMessage({ kind: "message", id, text: text ?? null }));
  },

  async close({ id }) {
    if (!(await started)) return;
    app.disconnect(id);
  },
};

self.onmessage = ({ data }) => handlers[data.kind](data);
