// Requests to the server, or what stands in for it. A refusal is an error that carries the server's own text.
import { language } from "./texts.js";
import { request as sent } from "./transport.js";

export class Refusal extends Error {
  constructor(kind, text, view) {
    super(text);
    this.kind = kind;
    this.view = view;
  }
}

export const post = (path, body = {}) =>
  answer(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Accept-Language": language },
    body: JSON.stringify(body),
  });

export const get = (path, more = {}) =>
  answer(path, { headers: { "Accept-Language": language }, ...more });

async function answer(path, request) {
  const reply = await sent(path, request);
  const content = await reply.json().catch(() => ({}));
  request.signal?.throwIfAborted(); // what was cut off is no answer
  if (reply.ok) return content;
  throw new Refusal(content.error ?? "unknown", content.text ?? reply.statusText, content.view);
}

export function randomHex(bytes = 16) {
  const found = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
