// The calendar of challenges: months and weekdays as they are called here.
import { init } from "../shared/settings.js";
import { language } from "../shared/texts.js";

init();
const locale = language === "en" ? "en-GB" : language;
for (const time of document.querySelectorAll("time")) {
  const form = "month" in time.dataset ? { month: "long", year: "numeric" } : { weekday: "short" };
  time.textContent = new Date(time.dateTime).toLocaleDateString(locale, { ...form, timeZone: "UTC" });
}
