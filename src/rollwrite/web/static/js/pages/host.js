// The host's page: the key, switches, words that names must not contain, removal.
import { post } from "../shared/api.js";
import { confirmed } from "../shared/confirm_dialog.js";
import { byId } from "../shared/elements.js";
import { init } from "../shared/settings.js";
import { language, t } from "../shared/texts.js";

init();
const problem = byId("problem");
for (const time of document.querySelectorAll("time")) {
  const options = { dateStyle: "medium", timeStyle: "short" };
  time.textContent = new Date(time.dateTime).toLocaleString(language === "en" ? "en-GB" : language, options);
}
const key = new URLSearchParams(location.hash.slice(1)).get("key");
if (key) told(() => enter(key));
addEventListener("hashchange", () => location.reload()); // a link that is opened on this page

on(byId("enter"), "submit", (event) => {
  event.preventDefault();
  // The whole link may have been put in.
  return enter(event.target.elements.key.value.trim().replace(/^.*#key=/, ""));
});
on(byId("words"), "submit", async (event) => {
  event.preventDefault();
  await post("/api/host/words", { words: event.target.elements.words.value.split("\n") });
  location.reload();
});
on(byId("quit"), "click", async () => {
  await post("/api/host/quit");
  location.replace("/host");
});
for (const box of document.querySelectorAll("[data-switch]")) {
  on(box, "change", async () => {
    try {
      await post("/api/host/switch", { name: box.dataset.switch, on: box.checked });
    } catch (refusal) {
      box.checked = !box.checked; // nothing has changed
      throw refusal;
    }
  });
}
for (const button of document.querySelectorAll("[data-table]")) {
  on(button, "click", async () => {
    if (!(await confirmed(t("host_table_sure"), t("host_remove")))) return;
    await post("/api/host/close", { table: button.dataset.table });
    location.replace("/host");
  });
}
for (const button of document.querySelectorAll("[data-seat]")) {
  on(button, "click", async () => {
    const { at, seat, name } = button.dataset;
    if (!(await confirmed(t("host_name_sure", { name }), t("host_remove")))) return;
    await post("/api/host/unname", { table: at, seat: Number(seat) });
    location.reload();
  });
}

async function enter(key) {
  history.replaceState(null, "", "/host"); // the history of the browser keeps no key
  await post("/api/host/enter", { key });
  location.replace("/host");
}

function on(element, name, work) {
  element?.addEventListener(name, (event) => told(() => work(event)));
}

// What the server refuses is said where it can be read and heard.
async function told(work) {
  try {
    problem.hidden = true;
    await work();
  } catch (refusal) {
    problem.textContent = t("error", { text: refusal.message });
    problem.hidden = false;
    problem.scrollIntoView({ block: "nearest" });
  }
}
