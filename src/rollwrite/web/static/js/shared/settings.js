// Language, theme and sound; the same dialog on every page.
import { byId, closableDialogs, icon, openDialog } from "./elements.js";
import { load, save } from "./storage.js";
import { t } from "./texts.js";
import { address, speak } from "./transport.js";

export const soundWanted = () => load("sound", false);

export function init() {
  closableDialogs();
  const dialog = byId("settings");
  byId("settings-open").addEventListener("click", () => openDialog(dialog));
  initLanguage(byId("language"));
  initTheme(byId("theme"));
  initSound(byId("sound"));
  navigator.serviceWorker?.register(address("/sw.js")).catch(() => {});
  if (matchMedia("(display-mode: standalone)").matches) keepAll();
  addEventListener("appinstalled", keepAll);
}

// An app is there without network too, where the server has something for that.
function keepAll() {
  navigator.serviceWorker?.ready.then(({ active }) => active.postMessage("installed"));
}

function initLanguage(select) {
  select.addEventListener("change", () => speak(select.value));
}

function initTheme(select) {
  const { dataset } = document.documentElement;
  select.value = dataset.theme ?? "auto";
  select.addEventListener("change", () => {
    const chosen = select.value === "auto" ? "" : select.value;
    if (chosen) dataset.theme = chosen;
    else delete dataset.theme;
    try {
      localStorage.setItem("theme", chosen);
    } catch {
      // The choice lasts as long as the page.
    }
  });
}

function initSound(button) {
  const show = () => {
    const on = soundWanted();
    button.setAttribute("aria-pressed", on);
    button.replaceChildren(icon(on ? "sound" : "mute"), t(on ? "sound_on" : "sound_off"));
  };
  button.addEventListener("click", () => {
    save("sound", !soundWanted());
    show();
  });
  show();
}
