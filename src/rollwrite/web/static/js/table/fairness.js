// Checking the dice: this browser hashes the secret itself; the server computes every roll again.
import { get } from "../shared/api.js";
import { byId, el } from "../shared/dom.js";
import { language, t } from "../shared/texts.js";

export function showFairness(fair) {
  byId("check").hidden = Boolean(fair.own_dice);
  if (fair.own_dice) {
    byId("fair").replaceChildren(el("p", {}, t("fair_own_dice")));
    return;
  }
  const brought = fair.brought ? el("p", {}, t("fair_brought", { rolls: fair.brought })) : null;
  const facts = [[t("fair_commitment"), fair.commitment]];
  if (fair.revealed) facts.push([t("fair_secret"), fair.revealed]);
  if (fair.seeds?.length) facts.push([t("fair_seeds"), fair.seeds.join(" ")]);
  const list = facts.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]);
  const open = fair.revealed ? null : el("p", {}, t("fair_open"));
  byId("fair").replaceChildren(el("dl", {}, list), ...[brought, open].filter(Boolean));
}

export async function check(table, fair) {
  const findings = [];
  const container = byId("fair");
  container.append(el("p", { class: "checking" }, t("fair_checking")));
  const own = await ownCheck(fair);
  if (own !== null) findings.push(t(own ? "fair_hash_good" : "fair_hash_bad"));
  try {
    findings.push((await get(`/api/tables/${table}/verify?lang=${language}`)).text);
  } catch (problem) {
    findings.push(t("error", { text: problem.message }));
  }
  container.querySelector(".checking").remove();
  container.append(...findings.map((line) => el("p", { class: "checked" }, line)));
}

// SHA-256 is only there on secure pages; elsewhere the server's check stands alone.
async function ownCheck(fair) {
  if (!fair.revealed || !globalThis.crypto?.subtle) return null;
  const bytes = Uint8Array.from(fair.revealed.match(/../g), (pair) => parseInt(pair, 16));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return found === fair.commitment;
}
