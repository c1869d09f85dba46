// What the pages of the exported site have besides: the next version of the app takes over where it
// disturbs nobody, and a game can be taken along.
import { byId, el, icon } from "../shared/elements.js";
import { t } from "../shared/texts.js";

export function initExtras(site) {
  navigator.storage?.persist?.().catch(() => {}); // a browser short of room asks first
  if (site.table === "t") offerDownload();
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

// The log of a game that is under way, to keep it elsewhere.
function offerDownload() {
  const id = byId("main").dataset.table;
  const link = el(
    "a",
    { class: "button plain", href: `/api/tables/${id}/log`, download: `rollwrite-${id}.log`, id: "take-along" },
    icon("download"),
    t("offline_download"),
  );
  byId("menu-items").after(link);
}
