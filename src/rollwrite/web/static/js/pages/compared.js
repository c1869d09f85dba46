// After the challenge: the result as text or picture to share; a page that waits looks again.
import { canShare, copy } from "../shared/clipboard.js";
import { byId, el } from "../shared/elements.js";
import { init } from "../shared/settings.js";
import { language } from "../shared/texts.js";

const AGAIN = 4_000;
const [SIZE, EDGE] = [1080, 90];
const DISPLAY = '"Fraunces", Georgia, serif';
const BODY = '"Nunito", system-ui, sans-serif';

init();
const time = document.querySelector("time[data-day]");
const locale = language === "en" ? "en-GB" : language;
time.textContent = new Date(time.dateTime).toLocaleDateString(locale, { dateStyle: "full", timeZone: "UTC" });
if ("again" in byId("main").dataset) setTimeout(() => location.reload(), AGAIN);
const sharing = byId("sharing");
if (sharing) initSharing(sharing.dataset);

function initSharing({ lines, link, name }) {
  const text = `${lines}\n${link}`;
  byId("copy").addEventListener("click", () => copy(text, byId("copy")));
  byId("save").addEventListener("click", async () => {
    const address = URL.createObjectURL(await picture());
    el("a", { href: address, download: `${name}.png` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  });
  byId("share").hidden = !canShare();
  byId("share").addEventListener("click", async () => {
    const files = [new File([await picture()], `${name}.png`, { type: "image/png" })];
    const whole = { files, text, url: link };
    navigator.share(navigator.canShare?.(whole) ? whole : { text, url: link }).catch(() => {});
  });
}

// Points, place and how all did: nothing of the game itself.
async function picture() {
  await document.fonts?.ready;
  const canvas = el("canvas", { width: SIZE, height: SIZE });
  const pen = canvas.getContext("2d");
  const { head, points, below, bars } = sharing.dataset;
  const [heights, own] = JSON.parse(bars);
  const shade = pen.createLinearGradient(0, 0, 0, SIZE);
  shade.addColorStop(0, "#f3ece0");
  shade.addColorStop(1, "#e2d6c0");
  pen.fillStyle = shade;
  pen.fillRect(0, 0, SIZE, SIZE);
  const write = (content, y, font, colour) => {
    Object.assign(pen, { font, fillStyle: colour });
    pen.fillText(content, EDGE, y, SIZE - 2 * EDGE);
  };
  write(head, 150, `700 46px ${DISPLAY}`, "#6f675a");
  write(points, 290, `800 120px ${DISPLAY}`, "#26221c");
  write(below, 370, `700 48px ${BODY}`, "#26221c");
  const [width, most, foot] = [(SIZE - 2 * EDGE) / heights.length, Math.max(...heights), 920];
  heights.forEach((height, n) => {
    const high = Math.max(6, (440 * height) / most);
    pen.fillStyle = n === own ? "#e98324" : "#2c72bf";
    pen.fillRect(EDGE + n * width + 3, foot - high, width - 6, high);
  });
  write("rollwrite", 1000, `700 38px ${DISPLAY}`, "#6f675a");
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
