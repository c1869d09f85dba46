// The profile: its name, a link for another browser, the browsers it has, and the end of it.
import { post } from "../shared/api.js";
import { copy } from "../shared/clipboard.js";
import { confirmed } from "../shared/confirm_dialog.js";
import { byId, el, icon } from "../shared/elements.js";
import { init } from "../shared/settings.js";
import { keys, save } from "../shared/storage.js";
import { language, t } from "../shared/texts.js";
import { go } from "../shared/transport.js";

init();
const problem = byId("problem");
for (const time of document.querySelectorAll("time")) {
  const day = new Date(`${time.dateTime}T12:00:00Z`);
  time.textContent = day.toLocaleDateString(language === "en" ? "en-GB" : language, { dateStyle: "medium" });
}
// The first page of all brings the cookie: with the second one there is a profile.
const fresh = "new" in byId("main").dataset;
if (fresh && !location.search) location.replace(`${location.pathname}?again${location.hash}`);
const token = new URLSearchParams(location.hash.slice(1)).get("add");
if (token && !fresh) showOffer(token);
addEventListener("hashchange", () => location.reload()); // a link that is opened on this page

on("rename", "submit", async (event) => {
  event.preventDefault();
  const { player } = await post("/api/me/name", { name: event.target.elements.name.value });
  save("name", player.name);
  location.reload();
});
on("carry", "click", async () => showLink(await post("/api/me/carry")));
on("withdraw", "click", async () => {
  await post("/api/me/withdraw");
  location.reload();
});
on("delete", "click", async () => {
  if (!(await confirmed(t("profile_delete_sure"), t("profile_delete")))) return;
  await post("/api/me/delete");
  forgetAll();
  go("/");
});
for (const button of document.querySelectorAll("[data-revoke]")) {
  listen(button, "click", async () => {
    const here = button.hasAttribute("data-here");
    const question = t(here ? "profile_leave_sure" : "profile_remove_sure");
    if (!(await confirmed(question, t("profile_remove")))) return;
    await post("/api/me/revoke", { id: button.dataset.revoke });
    if (here) forgetAll();
    location.reload();
  });
}

// Passkeys need a secure site: HTTPS, or this machine.
const section = byId("passkeys");
if (section && window.PublicKeyCredential?.parseCreationOptionsFromJSON) section.hidden = false;
on("make-passkey", "click", async () => {
  const { options } = await post("/api/me/passkey_options");
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(options));
  const made = await navigator.credentials.create({ publicKey });
  await post("/api/me/passkey", { credential: JSON.stringify(made.toJSON()) });
  location.reload();
});
on("use-passkey", "click", async () => {
  const { options } = await post("/api/me/unlock_options");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(options));
  const used = await navigator.credentials.get({ publicKey });
  await post("/api/me/unlock", { credential: JSON.stringify(used.toJSON()) });
  forgetAll();
  location.reload();
});
on("no-passkeys", "click", async () => {
  await post("/api/me/no_passkeys");
  location.reload();
});

function on(id, event, work) {
  const element = byId(id);
  if (element) listen(element, event, work);
}

// What the server refuses is said where it can be read and heard.
function listen(element, name, work) {
  element.addEventListener(name, async (event) => {
    try {
      problem.hidden = true;
      await work(event);
    } catch (refusal) {
      problem.textContent = t("error", { text: refusal.message });
      problem.hidden = false;
    }
  });
}

function showLink({ url, qr, until }) {
  const drawn = new DOMParser().parseFromString(qr, "text/html").body.firstChild;
  drawn.setAttribute("aria-label", t("profile_qr"));
  const time = new Date(1000 * until).toLocaleTimeString(language, { timeStyle: "short" });
  const button = el("button", { type: "button", class: "plain" }, icon("copy"), t("profile_copy"));
  button.addEventListener("click", () => copy(url, button));
  const container = byId("carried");
  container.replaceChildren(drawn, el("p", { class: "address" }, url), button, el("p", {}, t("profile_until", { time })));
  container.hidden = false;
  container.focus();
}

// Nobody is added to a profile without being asked: a link may come from anybody.
async function showOffer(token) {
  history.replaceState(null, "", location.pathname);
  try {
    const { player, games } = await post("/api/me/offer", { token });
    const picture = el("img", { src: `/players/${player.id}.svg`, alt: "", width: 72, height: 72, class: "player" });
    byId("offered").replaceChildren(picture, el("strong", { dir: "auto" }, player.name || t("profile_unnamed")));
    byId("brought").hidden = games === 0;
    byId("brought").textContent = t("profile_brought", { count: games });
    byId("offer").hidden = false;
    byId("offer-title").focus();
    on("accept", "click", async () => {
      await post("/api/me/add", { token });
      forgetAll();
      location.reload();
    });
  } catch (refusal) {
    problem.textContent = t("error", { text: refusal.message });
    problem.hidden = false;
  }
}

// What this browser itself remembers of the player it had.
function forgetAll() {
  for (const key of [...keys("progress "), ...keys("tables"), ...keys("name"), ...keys("best ")]) {
    localStorage.removeItem(key);
  }
}
