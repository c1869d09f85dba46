// Keeps one version of the exported site. The next one waits until no page of this one is open, so
// that a page never finds files of another version; Python is kept by what starts it.
const COMMON = "rollwrite-site-";
const ROOT = new URL("./", self.location).href;

self.addEventListener("install", (event) => {
  const fresh = FILES.map((path) => new Request(ROOT + path, { cache: "no-cache" }));
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(fresh)));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(COMMON) && name !== STORE;
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// A page that has just been opened, alone, lets the next version take over at once.
self.addEventListener("message", (event) => {
  if (event.data !== "renew") return;
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true })
      .then((open) => open.length < 2 && self.skipWaiting()),
  );
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || !url.href.startsWith(ROOT)) return;
  event.respondWith(found(event.request, url));
});

async function found(request, url) {
  const store = await caches.open(STORE);
  const path = url.pathname.endsWith("/") ? `${url.origin}${url.pathname}index.html` : url.origin + url.pathname;
  return (await store.match(path)) ?? fetch(request);
}
