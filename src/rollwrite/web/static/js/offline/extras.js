// What the pages of the exported site have besides: the next version of the app takes over where it
// disturbs nobody, and a game can be taken along.
import { byId, el, icon } from "../shared/elements.js";
import { language, t } from "../shared/texts.js";
import { request } from "../shared/transport.js";

const OFFLINE = "/offline/"; // where a server has this site

export function initExtras(site) {
  navigator.storage?.persist?.().catch(() => {}); // a browser short of room asks first
  if (site.table === "t") offerDownload(site);
  if (!site.table) renew();
}

// A version that waits may begin while nothing but this page is open: no game is under way on it.
async function renew() {
  const workers = navigator.serviceWorker;
  if (!workers?.controller) return;
  const registration = await workers.getRegistration();
  workers.addEventListener("controllerchange", () => location.reload(), { once: true });
  const begin = () => registration.waiting?.postMessage("renew");
  const follow = (worker) => worker?.addEventListener("statechange", begin);
  registration.addEventListener("updatefound", () => follow(registration.installing));
  follow(registration.installing);
  begin();
}

// A game that is under way can be kept elsewhere, and go on at the server that this site lies on.
function offerDownload(site) {
  const id = byId("main").dataset.table;
  const path = `/api/tables/${id}/along`;
  const link = el(
    "a",
    { class: "button plain", href: path, download: `rollwrite-${id}.log`, id: "take-along" },
    icon("download"),
    t("offline_download"),
  );
  byId("menu-items").after(link);
  const home = new URL(site.root, location.href);
  if (!home.pathname.endsWith(OFFLINE)) return;
  const onclick = ({ currentTarget }) => goOn(path, new URL("..", home), currentTarget);
  const button = el("button", { class: "plain", type: "button", id: "go-on", onclick }, icon("share"), t("offline_continue"));
  link.after(button);
}

async function goOn(path, server, button) {
  try {
    const file = await (await request(path)).text();
    const reply = await fetch(new URL("api/bring", server), {
      method: "POST",
      headers: { "Content-Type": "application/json", "Accept-Language": language },
      body: JSON.stringify({ file }),
    });
    const answer = await reply.json();
    if (!reply.ok) throw new Error(answer.text);
    location.assign(new URL(answer.url, server));
  } catch (problem) {
    const text = problem instanceof TypeError ? t("connection_lost") : problem.message;
    button.after(el("p", { role: "alert" }, t("error", { text })));
  }
}
