// Draws the result of a game: its name, who has won, the winner's sheet, everybody's points.
import { el } from "../shared/elements.js";
import { formatNumber, language } from "../shared/texts.js";
import { seatName } from "../table/seats.js";
import { verdict } from "./verdict.js";

const [WIDTH, LEAST, MOST, EDGE, ROW] = [1080, 1080, 1350, 64, 84];
const DISPLAY = '"Fraunces", Georgia, serif';
const BODY = '"Nunito", system-ui, sans-serif';

export async function drawResult(view) {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  await document.fonts?.ready;
  const lines = wrapped(pen, verdict(view), `800 76px ${DISPLAY}`, WIDTH - 2 * EDGE);
  const shown = ranked(view).slice(0, 6);
  const paper = await paperOf(view, shown[0].seat);
  // As high as it needs to be: what is above the sheet, the sheet, and what is below it.
  const top = 250 + 84 * (lines.length - 1);
  const below = 80 + ROW * shown.length + EDGE;
  const room = Math.max(LEAST, Math.min(MOST, top + paper.height + below)) - top - below;
  const height = top + room + below;
  Object.assign(canvas, { width: WIDTH, height });
  ground(pen, height);
  text(pen, view.game.name, EDGE, 116, `700 52px ${DISPLAY}`, "#6f675a");
  lines.forEach((line, n) => text(pen, line, EDGE, 210 + 84 * n, `800 76px ${DISPLAY}`, "#26221c"));
  if (paper.picture) lay(pen, paper, top, room);
  const first = top + room + 30;
  shown.forEach((seat, n) => player(pen, seat, first + ROW * n));
  const day = new Date().toLocaleDateString(language === "en" ? "en-GB" : language, { dateStyle: "long" });
  const foot = `rollwrite · ${view.result?.day ?? day}`;
  text(pen, foot, EDGE, height - EDGE + 6, `600 30px ${BODY}`, "#6f675a");
  return canvas;
}

function ground(pen, height) {
  const shade = pen.createLinearGradient(0, 0, 0, height);
  shade.addColorStop(0, "#f3ece0");
  shade.addColorStop(1, "#e2d6c0");
  pen.fillStyle = shade;
  pen.fillRect(0, 0, WIDTH, height);
}

function text(pen, content, x, y, font, colour, align = "left") {
  Object.assign(pen, { font, fillStyle: colour, textAlign: align });
  pen.fillText(content, x, y);
}

// Two lines at most; a longer name is cut.
function wrapped(pen, content, font, room) {
  pen.font = font;
  const lines = [""];
  for (const word of content.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (pen.measureText(longer).width <= room || !lines.at(-1)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  if (lines.length <= 2) return lines.map((line) => cut(pen, line, room));
  return [cut(pen, lines[0], room), cut(pen, lines.slice(1).join(" "), room)];
}

function cut(pen, line, room) {
  if (pen.measureText(line).width <= room) return line;
  let letters = [...line];
  while (letters.length && pen.measureText(`${letters.join("")}…`).width > room) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

function ranked(view) {
  const place = new Map((view.result?.places ?? []).map((one, n) => [one.seat, n]));
  return [...view.seats].sort((a, b) => (place.get(a.seat) ?? 0) - (place.get(b.seat) ?? 0));
}

// The colour that stands for a seat everywhere on the page.
function hueOf(seat) {
  const probe = el("span", { class: `hue-${seat.seat}` });
  document.body.append(probe);
  const hue = getComputedStyle(probe).getPropertyValue("--hue").trim();
  probe.remove();
  return hue;
}

function player(pen, seat, y) {
  pen.fillStyle = "#fffdf6";
  pen.beginPath();
  pen.roundRect(EDGE, y, WIDTH - 2 * EDGE, ROW - 14, 18);
  pen.fill();
  pen.fillStyle = hueOf(seat);
  pen.beginPath();
  pen.arc(EDGE + 44, y + 35, 22, 0, 2 * Math.PI);
  pen.fill();
  pen.font = `700 36px ${BODY}`;
  const name = cut(pen, seatName(seat), WIDTH - 2 * EDGE - 280);
  text(pen, name, EDGE + 88, y + 48, `700 36px ${BODY}`, "#26221c");
  text(pen, formatNumber(seat.score), WIDTH - EDGE - 32, y + 51, `800 46px ${DISPLAY}`, "#26221c", "right");
}

// A seat's sheet as wide as the picture allows; SVG is drawn at the size it gives itself.
async function paperOf(view, seat) {
  const source = view.sheets.find((one) => one.seat === seat)?.svg;
  if (!source) return { height: 0 };
  const [, , wide, high] = source.match(/viewBox="([^"]+)"/)[1].split(" ").map(Number);
  const width = WIDTH - 2 * EDGE;
  const height = (width / wide) * high;
  const picture = new Image();
  const sized = source.replace(/ width="[^"]*" height="[^"]*"/, ` width="${width}" height="${height}"`);
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sized)}`;
  await picture.decode();
  return { picture, width, height };
}

function lay(pen, paper, top, room) {
  const scale = Math.min(1, room / paper.height);
  const [width, height] = [paper.width * scale, paper.height * scale];
  const [x, y] = [(WIDTH - width) / 2, top + (room - height) / 2];
  pen.save();
  Object.assign(pen, { shadowColor: "rgb(60 45 15 / 25%)", shadowBlur: 24, shadowOffsetY: 8, fillStyle: "#fffdf6" });
  pen.beginPath();
  pen.roundRect(x, y, width, height, 20);
  pen.fill();
  pen.restore();
  pen.drawImage(paper.picture, x, y, width, height);
}
