// Keeps the static files of one version; pages and tables always come from the network. Where there
// is none, an app that was installed has the exported site, if the server offers it.
const STORE = `rollwrite-${VERSION}`;
const OWN = /^rollwrite-[^-]+$/; // what the site keeps has longer names

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(STORE).then((store) => store.addAll(FILES)).then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = (name) => OWN.test(name) && name !== STORE;
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "installed" && OFFLINE) event.waitUntil(keepSite().catch(() => {}));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (OFFLINE && url.pathname.startsWith(OFFLINE)) event.respondWith(ofSite(event.request, url));
  else if (OFFLINE && event.request.mode === "navigate") event.respondWith(page(event.request));
  else if (url.pathname.startsWith(`/static/v-${VERSION}/`)) {
    event.respondWith(
      caches.match(event.request).then((kept) => kept ?? fetched(event.request)),
    );
  }
});

async function fetched(request) {
  const answer = await fetch(request);
  if (answer.ok) {
    const store = await caches.open(STORE);
    await store.put(request, answer.clone());
  }
  return answer;
}

// A page, or the site that plays without a server where that is all there is.
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    if (await caches.match(`${location.origin}${OFFLINE}index.html`)) return Response.redirect(OFFLINE);
    throw error;
  }
}

// Files of the site: from the network while there is one, so that they are of one version.
async function ofSite(request, url) {
  try {
    return await fetch(request);
  } catch (error) {
    const path = url.pathname.endsWith("/") ? `${url.pathname}index.html` : url.pathname;
    const kept = await caches.match(url.origin + path);
    if (!kept) throw error;
    return kept;
  }
}

// The whole site, once for each of its versions; the one before goes when nobody plays on it.
async function keepSite() {
  const listed = await (await fetch(`${OFFLINE}files.json`, { cache: "no-cache" })).json();
  for (const [name, paths] of [[listed.python, listed.packed], [listed.site, listed.files]]) {
    const store = await caches.open(name);
    const known = new Set((await store.keys()).map(({ url }) => url));
    const missing = paths.filter((path) => !known.has(`${location.origin}${OFFLINE}${path}`));
    await store.addAll(missing.map((path) => new Request(OFFLINE + path, { cache: "no-cache" })));
  }
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open.some(({ url }) => new URL(url).pathname.startsWith(OFFLINE))) return;
  const old = (name) => /^rollwrite-(site|python)-/.test(name) && name !== listed.site && name !== listed.python;
  await Promise.all((await caches.keys()).filter(old).map((name) => caches.delete(name)));
}
