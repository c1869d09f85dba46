// A review: choose a move of a moment again, and only then see what each was worth.
import { get } from "../shared/api.js";
import { byId } from "../shared/dom.js";
import { init } from "../shared/settings.js";

const AGAIN = 1500;

init();
for (const lesson of document.querySelectorAll(".lesson")) initLesson(lesson);
if (byId("waiting")) setTimeout(look, AGAIN);

function initLesson(lesson) {
  const choices = lesson.querySelector(".choices");
  choices.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-move]");
    if (button) choose(lesson, button);
  });
  for (const kind of ["focusin", "mouseover"]) {
    choices.addEventListener(kind, ({ target }) => point(lesson, target.closest("[data-move]")));
  }
  choices.addEventListener("mouseleave", () => point(lesson, null));
}

function choose(lesson, button) {
  for (const other of lesson.querySelectorAll("[data-verdict]")) {
    other.setAttribute("aria-pressed", other === button);
    other.classList.toggle("chosen", other === button);
  }
  for (const row of lesson.querySelectorAll("tr[data-move]")) {
    row.classList.toggle("tried", row.dataset.move === button.dataset.move);
  }
  lesson.querySelector(".verdict").textContent = button.dataset.verdict;
  lesson.querySelector("details").open = true;
}

// A move shows where it lies.
function point(lesson, button) {
  const parts = new Set(button?.dataset.parts.split(" "));
  for (const part of lesson.querySelectorAll("svg [data-part]")) {
    part.classList.toggle("pointed", parts.has(part.dataset.part));
  }
}

// The page says that the review is being made; as soon as it is, it is shown.
async function look() {
  const { table } = byId("main").dataset;
  try {
    const { ready } = await get(`/api/tables/${table}/review`);
    if (!ready) return void setTimeout(look, AGAIN);
  } catch {
    // The page itself says what is wrong.
  }
  location.reload();
}
