// The page's texts, sent with it as data.
const texts = JSON.parse(document.getElementById("texts").textContent);

export const language = document.documentElement.lang;

const plural = new Intl.PluralRules(language);

// A text that tells a number of points may have a form for one point.
export function t(key, values = {}) {
  const one = "points" in values && plural.select(values.points) === "one";
  const text = (one ? texts[`${key}_one`] : undefined) ?? texts[key];
  if (text === undefined) throw new Error(`no text ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => formatNumber(values[name] ?? ""));
}

// A number as people write it: a minus is no hyphen. Anything else stays what it is.
export const formatNumber = (value) => (typeof value === "number" ? String(value).replace("-", "−") : value);

// A text about a player: "your score" is no score of somebody called You, and a name with a vowel
// in front needs another form in French.
export function textAbout(key, name) {
  if (name === texts.you) return t(`${key}_you`);
  const vowel = /^[aeiouæœ]/i.test(name.normalize("NFD"));
  return t(vowel ? `${key}_vowel` : key, { name });
}

export function formatList(names) {
  if (names.length < 2) return names.join("");
  return names.slice(0, -1).join(", ") + t("waiting_and") + names.at(-1);
}
