// A game that was begun without a server is handed in as a file, and goes on at a new table.
import { post } from "../shared/api.js";
import { byId } from "../shared/elements.js";
import { init } from "../shared/settings.js";
import { t } from "../shared/texts.js";
import { go } from "../shared/transport.js";

init();
const form = byId("bring");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const [chosen] = form.elements.file.files;
  if (!chosen) return form.elements.file.focus();
  const problem = form.querySelector(".problem");
  try {
    const { url } = await post("/api/bring", { file: await chosen.text() });
    go(url);
  } catch (refusal) {
    problem.textContent = t("error", { text: refusal.message });
    problem.hidden = false;
  }
});
