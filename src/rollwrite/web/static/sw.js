// Keeps the static files of one version; pages and tables always come from the network.
const STORE = `rollwrite-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(STORE).then((store) => store.addAll(FILES)).then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("rollwrite-") && name !== STORE;
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (!url.pathname.startsWith(`/static/v-${VERSION}/`)) return;
  event.respondWith(
    caches.match(event.request).then((kept) => kept ?? fetched(event.request)),
  );
});

async function fetched(request) {
  const answer = await fetch(request);
  if (answer.ok) {
    const store = await caches.open(STORE);
    await store.put(request, answer.clone());
  }
  return answer;
}
