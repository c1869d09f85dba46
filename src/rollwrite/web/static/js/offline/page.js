// Brings a page of the exported site to life. Pages of tables come from the worker, as they would
// come from a server; all others lie there ready.
import { address, use } from "../shared/transport.js";
import { showState } from "./state.js";
import { initDownloads } from "./downloads.js";
import { initExtras } from "./extras.js";
import { WorkerTransport } from "./worker_transport.js";

const AGAIN = 400;
const site = JSON.parse(document.getElementById("site").textContent);
const [, name] = document.body.className.match(/page-(\w+)/);
const transport = new WorkerTransport(site, showState);
use(transport);
initDownloads(transport);
bring();

async function bring() {
  if (site.table) await bringTable();
  await import(`../pages/${name}.js`);
  initExtras(site);
}

async function bringTable() {
  const [id, ...more] = location.search.slice(1).split("&");
  const path = `/${site.table}/${encodeURIComponent(id)}?${more.join("&")}`;
  if (site.table === "review") await reviewed(id);
  const reply = await transport.fetch(path);
  const found = new DOMParser().parseFromString(await reply.text(), "text/html");
  document.title = found.title;
  for (const link of found.querySelectorAll('.foot a:is([href="/daily"], [href="/bring"])')) link.remove();
  for (const attribute of ["href", "src"]) {
    for (const element of found.querySelectorAll(`[${attribute}^="/"]`)) {
      element.setAttribute(attribute, address(element.getAttribute(attribute)));
    }
  }
  document.body.className = found.body.className;
  const data = [...document.querySelectorAll("script, .offline-state")];
  found.querySelectorAll("script").forEach((script) => script.remove());
  document.body.replaceChildren(...found.body.children, ...data);
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
}

// A review takes a while; a page of a server would look for it again and again too.
async function reviewed(id) {
  for (;;) {
    const reply = await transport.fetch(`/api/tables/${encodeURIComponent(id)}/review`);
    if (!reply.ok || (await reply.json()).ready) return;
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
}
