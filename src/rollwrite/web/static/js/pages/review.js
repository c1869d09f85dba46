// A review: make the move of a moment again on the sheet, and only then see what each was worth.
import { Selection } from "../choice/selection.js";
import { get } from "../shared/api.js";
import { byId } from "../shared/dom.js";
import { init } from "../shared/settings.js";
import { walk } from "../table/arrow_keys.js";
import { highlight, partId } from "../table/highlights.js";

const AGAIN = 1500;

init();
for (const lesson of document.querySelectorAll("[data-lesson]")) initLesson(lesson);
for (const chart of document.querySelectorAll("[data-points]")) initChart(chart);
if (byId("waiting")) setTimeout(look, AGAIN);

// What the chance was after the turn under the finger.
function initChart(chart) {
  const points = JSON.parse(chart.dataset.points);
  const [picture, told, here] = ["svg", ".at", ".here"].map((one) => chart.querySelector(one));
  const first = told.textContent;

  function point({ clientX }) {
    const { left, width } = picture.getBoundingClientRect();
    const x = ((clientX - left) / width) * picture.viewBox.baseVal.width;
    const near = points.reduce((one, other) => (Math.abs(other[0] - x) < Math.abs(one[0] - x) ? other : one));
    told.textContent = near[1];
    for (const end of ["x1", "x2"]) here.setAttribute(end, near[0]);
    here.classList.add("on");
  }

  picture.addEventListener("pointerdown", point);
  picture.addEventListener("pointermove", point);
  picture.addEventListener("pointerleave", () => {
    told.textContent = first;
    here.classList.remove("on");
  });
}

function initLesson(lesson) {
  const { moves, alike, aliases } = JSON.parse(lesson.dataset.lesson);
  const selection = new Selection(moves, alike, aliases);
  const drawings = [...lesson.querySelectorAll(".moment > div")];
  const check = lesson.querySelector(".check");
  const asked = check.textContent;

  function show() {
    for (const drawing of drawings) {
      highlight(drawing, (part) => selection.state(part), {
        apart: drawing.matches(".tray-picture"),
      });
    }
    for (const button of lesson.querySelectorAll(".choices button")) {
      button.setAttribute("aria-pressed", selection.has(partId(button)));
      button.classList.toggle("chosen", selection.has(partId(button)));
    }
    check.disabled = !selection.ready;
    check.textContent = selection.ready?.label ?? asked;
  }

  function toggle(event) {
    const part = event.target.closest('[role="button"][data-part], button[data-part]');
    if (!part) return;
    event.preventDefault();
    selection.toggle(partId(part));
    show();
  }

  lesson.addEventListener("click", toggle);
  lesson.addEventListener("keydown", (event) => {
    const drawn = event.target.matches('[role="button"][data-part]');
    if (drawn && (event.key === "Enter" || event.key === " ")) toggle(event);
    else walk(event, drawings);
  });
  lesson.addEventListener("toggle", show); // what is folded has no size to measure
  check.addEventListener("click", () => tell(lesson, selection.ready));
  show();
}

function tell(lesson, move) {
  for (const row of lesson.querySelectorAll("tr[data-move]")) {
    row.classList.toggle("tried", row.dataset.move === move.text);
  }
  lesson.querySelector(".verdict").textContent = move.verdict;
  lesson.querySelector("details").open = true;
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
