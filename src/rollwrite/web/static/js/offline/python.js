// Starts Python in a worker: from the memory that it had the last time, else from its files, which
// are kept too. Those named *.gz.bin are unpacked here, whatever the host thinks of compression.
const ARCHIVE = "/lib/rollwrite.zip";
const FETCHED = ["pyodide.asm.wasm", "python_stdlib.zip"];
const COMMON = "rollwrite-python-"; // the caches of all versions

export async function startPython({ root, python }, told) {
  const folder = new URL(python.folder, root).href;
  const files = new Files(folder, COMMON + python.version, python.bytes, told);
  const { loadPyodide } = await import(new URL("pyodide.mjs", folder).href);
  const needed = ["rollwrite.zip", "msgspec.whl"].map((name) => files.get(name));
  const modules = python.modules.map(async (name) => {
    const [code, manifest] = await Promise.all([files.get(`${name}.wasm`), files.get(`${name}.json`)]);
    return [new Uint8Array(await manifest.arrayBuffer()), new Uint8Array(await code.arrayBuffer())];
  });
  for (const waiting of modules) waiting.catch(() => {});
  giveFetched(files);
  const [archive, msgspec] = await Promise.all(needed);
  const content = new Uint8Array(await archive.arrayBuffer());
  const snapshot = await files.kept("snapshot");
  const begin = (memory) => load(loadPyodide, folder, python.info, memory);
  let py;
  let warm = Boolean(snapshot);
  if (warm) {
    try {
      py = await begin(snapshot);
    } catch {
      await files.forget("snapshot"); // another browser version made it, or it is damaged
      warm = false;
    }
  }
  py ??= await begin(null);
  py.FS.writeFile(ARCHIVE, content);
  if (!warm) {
    py.runPython(`import sys; sys.path.insert(0, "${ARCHIVE}")`);
    py.runPython("from rollwrite.offline.boot import prepare; prepare()");
    await files.keep("snapshot", py.makeMemorySnapshot()); // before a page can be left for another
  }
  py.unpackArchive(await msgspec.arrayBuffer(), "wheel", { extractDir: "/wheel" });
  py.runPython(`import sys; sys.path.insert(0, "/wheel")`);
  const app = py.pyimport("rollwrite.offline.app");
  await Promise.all(modules.map(async (waiting) => {
    try {
      app.use_module(...(await waiting));
    } catch (error) {
      // Slower, and with the same moves; of a traceback, the last line says why.
      console.info("bots are interpreted:", error.message.trim().split("\n").at(-1));
    }
  }));
  files.forgetOthers();
  return app;
}

// What Pyodide fetches by itself is among the files.
function giveFetched(files) {
  const plain = self.fetch.bind(self);
  self.fetch = (asked, ...more) => {
    const name = String(asked?.url ?? asked).split("/").at(-1);
    return FETCHED.includes(name) ? files.get(name) : plain(asked, ...more);
  };
}

function load(loadPyodide, folder, info, memory) {
  const options = {
    indexURL: folder,
    lockFileContents: { info, packages: {} }, // no packages but those of the archive
    createPyodideModule: async (settings) => {
      const { default: create } = await import(new URL("pyodide.asm.mjs", folder).href);
      const made = await create(settings);
      if (memory) made._malloc(memory.byteLength); // there must be room for it
      return made;
    },
  };
  if (memory) options._loadSnapshot = memory;
  else options._makeSnapshot = true;
  return loadPyodide(options);
}

const MEDIA = { wasm: "application/wasm", json: "application/json" };

// Files of one version of Python, fetched once; how much of them there is is told.
class Files {
  constructor(folder, store, bytes, told) {
    Object.assign(this, { folder, store, bytes, told, done: 0 });
  }

  async get(name) {
    const url = `${this.folder}${name}.gz.bin`;
    const cache = await this.cache();
    let found = await cache?.match(url);
    if (!found) {
      found = await fetch(url);
      if (!found.ok) throw new Error(`${url}: ${found.status}`);
      await cache?.put(url, found.clone()).catch(() => {});
    }
    const counted = new TransformStream({
      transform: (piece, controller) => {
        this.done += piece.byteLength;
        this.told(Math.min(1, this.done / this.bytes));
        controller.enqueue(piece);
      },
    });
    const body = found.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
    return new Response(body, { headers: { "content-type": MEDIA[name.split(".").at(-1)] ?? "application/octet-stream" } });
  }

  // Pages without TLS have no cache; their host's files are kept as the browser likes.
  cache() {
    return self.caches?.open(this.store).catch(() => null);
  }

  async kept(name) {
    const found = await (await this.cache())?.match(this.folder + name);
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  }

  async keep(name, content) {
    await (await this.cache())?.put(this.folder + name, new Response(content)).catch(() => {});
  }

  // What earlier versions kept; a page that still runs one has it in memory.
  async forgetOthers() {
    for (const name of (await self.caches?.keys().catch(() => [])) ?? []) {
      if (name.startsWith(COMMON) && name !== this.store) await self.caches.delete(name);
    }
  }

  async forget(name) {
    await (await this.cache())?.delete(this.folder + name);
  }
}
