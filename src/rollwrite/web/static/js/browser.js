// What this browser remembers; everything works, forgetfully, where it may not remember.
export function recall(key, otherwise = null) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the page goes on without.
  }
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
