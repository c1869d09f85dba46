// Language, theme and sound; the same dialog on every page.
import { recall, remember } from "./browser.js";
import { byId, closableDialogs, icon, openDialog } from "./elements.js";
import { words } from "./words.js";

const YEAR = 31536000;

export const soundWanted = () => recall("sound", false);

export function init() {
  closableDialogs();
  const dialog = byId("settings");
  byId("settings-open").addEventListener("click", () => openDialog(dialog));
  furnishLanguage(byId("language"));
  furnishTheme(byId("theme"));
  furnishSound(byId("sound"));
  navigator.serviceWorker?.register("/sw.js").catch(() => {});
}

function furnishLanguage(select) {
  select.addEventListener("change", () => {
    document.cookie = `language=${select.value}; path=/; max-age=${YEAR}; SameSite=Lax`;
    location.reload();
  });
}

function furnishTheme(select) {
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

function furnishSound(button) {
  const show = () => {
    const on = soundWanted();
    button.setAttribute("aria-pressed", on);
    button.replaceChildren(icon(on ? "sound" : "mute"), words(on ? "sound_on" : "sound_off"));
  };
  button.addEventListener("click", () => {
    remember("sound", !soundWanted());
    show();
  });
  show();
}
