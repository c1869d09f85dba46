// At the end the lines of the tally count up one after the other, then comes the verdict.
import { reducedMotion } from "../shared/dom.js";
import { formatNumber } from "../shared/texts.js";

const LINE = 260; // milliseconds for one line
const MOST = 2600; // for all of them

export function countUp(container) {
  if (reducedMotion()) return;
  const slip = container.querySelector("details[open] .tally");
  const cells = [...(slip?.querySelectorAll("tbody td") ?? [])];
  const total = slip?.querySelector("tfoot td");
  if (!total || !cells.length) return;
  const values = cells.map((cell) => Number(cell.textContent.replace("−", "-")));
  const step = Math.min(LINE, MOST / cells.length);
  const end = total.textContent;
  container.classList.add("counting");
  const begun = performance.now();

  function finish() {
    container.classList.remove("counting");
    cells.forEach((cell, line) => (cell.textContent = formatNumber(values[line])));
    total.textContent = end;
    for (const cell of cells) cell.parentElement.classList.remove("coming");
    container.removeEventListener("pointerdown", finish);
  }

  // A tap shows everything at once.
  container.addEventListener("pointerdown", finish);
  requestAnimationFrame(function frame(now) {
    if (!container.isConnected || !container.classList.contains("counting")) return;
    const at = (now - begun) / step;
    if (at >= cells.length) return finish();
    let sum = 0;
    cells.forEach((cell, line) => {
      const share = Math.max(0, Math.min(1, at - line));
      const points = Math.round(values[line] * share);
      sum += points;
      cell.textContent = formatNumber(points);
      cell.parentElement.classList.toggle("coming", share === 0);
    });
    total.textContent = formatNumber(sum);
    requestAnimationFrame(frame);
  });
}
