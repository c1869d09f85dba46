// What a browser keeps for the application: entries of tables, and a few settings, in IndexedDB.
// Where it may not, or has no room, memory has to do: the tab carries it from page to page.
const NAME = "rollwrite";
const CHANNEL = "rollwrite entries";

export class Kept {
  constructor({ published, refused, carry, carried }) {
    this.refused = refused; // called once, with the reason, when something could not be kept
    this.carry = carry; // called with what is in memory alone, whenever that has changed
    this.told = false;
    const { unkept = [], memory = [] } = carried ? JSON.parse(carried) : {};
    this.unkept = new Map(unkept); // by table: the entries that are in memory alone
    this.memory = new Map(memory); // settings
    this.database = this.open();
    if ("BroadcastChannel" in self) {
      this.channel = new BroadcastChannel(CHANNEL);
      this.channel.onmessage = ({ data }) => published(data);
    }
  }

  async open() {
    try {
      const opening = indexedDB.open(NAME, 1);
      opening.onupgradeneeded = () => {
        const { result: fresh } = opening;
        fresh.createObjectStore("entries", { keyPath: ["table", "seq"] });
        fresh.createObjectStore("settings");
      };
      return await answer(opening);
    } catch (error) {
      this.deny(error);
      return null;
    }
  }

  // Consecutive entries of one table; false if another tab was faster.
  async append(json) {
    const entries = JSON.parse(json);
    const [{ table }] = entries;
    const before = await this.alone(table);
    try {
      await this.write("entries", (store) => [...before, ...entries].forEach((entry) => store.add(entry)));
      if (this.unkept.delete(table)) this.carryOn();
    } catch (error) {
      if (error.name === "ConstraintError") return false;
      this.unkept.set(table, [...before, ...entries]);
      this.deny(error);
      this.carryOn();
    }
    this.channel?.postMessage(JSON.stringify({ [table]: entries.at(-1).seq }));
    return true;
  }

  async read(table, after) {
    const range = () => IDBKeyRange.bound([table, after + 1], [table, Infinity]);
    const stored = await this.find("entries", (store) => store.getAll(range()));
    const own = (await this.alone(table)).filter(({ seq }) => seq > after);
    return JSON.stringify([...(stored ?? []), ...own]);
  }

  // What is in memory alone. A tab that was left at once may still carry entries that are stored by now.
  async alone(table) {
    const entries = this.unkept.get(table) ?? [];
    if (entries.length === 0) return entries;
    const range = IDBKeyRange.bound([table, entries[0].seq], [table, Infinity]);
    const stored = await this.find("entries", (store) => store.getAllKeys(range));
    const last = stored?.at(-1)?.[1] ?? 0;
    return entries.filter(({ seq }) => seq > last);
  }

  async setting(name) {
    return this.memory.get(name) ?? (await this.find("settings", (store) => store.get(name)));
  }

  async keep(name, value) {
    this.memory.set(name, value);
    try {
      await this.write("settings", (store) => store.put(value, name));
    } catch (error) {
      this.deny(error);
      this.carryOn();
    }
  }

  async write(name, change) {
    const database = await this.database;
    if (!database) throw new DOMException("there is no database", "NotAllowedError");
    // Strict: what a page was told of is on the disk, whatever becomes of the browser.
    const transaction = database.transaction(name, "readwrite", { durability: "strict" });
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new DOMException("aborted", "AbortError"));
    });
    change(transaction.objectStore(name));
    await done;
  }

  async find(name, ask) {
    try {
      return await answer(ask((await this.database).transaction(name).objectStore(name)));
    } catch {
      return undefined;
    }
  }

  carryOn() {
    this.carry(JSON.stringify({ unkept: [...this.unkept], memory: [...this.memory] }));
  }

  deny(error) {
    if (this.told) return;
    this.told = true;
    this.refused(String(error?.name ?? error));
  }
}

function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new DOMException("blocked", "AbortError"));
  });
}
