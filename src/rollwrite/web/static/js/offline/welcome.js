// The first page of the site leads to the reader's language.
const known = document.documentElement.dataset.languages.split(" ");
let chosen = null;
try {
  chosen = localStorage.getItem("language");
} catch {
  // A browser without storage has languages all the same.
}
const wished = [chosen, ...navigator.languages.map((tag) => tag.slice(0, 2))];
location.replace(`${wished.find((language) => known.includes(language)) ?? known[0]}/index.html`);
