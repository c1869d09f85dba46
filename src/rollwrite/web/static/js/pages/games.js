// My games and statistics: times as they were here; a page that waits for reviews looks again.
import { init } from "../shared/settings.js";
import { language } from "../shared/texts.js";

const AGAIN = 20_000;

init();
for (const time of document.querySelectorAll("time")) {
  const when = new Date(time.dateTime);
  time.textContent = when.toLocaleString(language === "en" ? "en-GB" : language, { dateStyle: "medium", timeStyle: "short" });
}
if (document.querySelector('[role="status"]')) setTimeout(() => location.reload(), AGAIN);
