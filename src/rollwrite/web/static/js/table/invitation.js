// The link to a table: in a dialog during the game, on the page itself while people come in.
import { canShare, copy, share } from "../shared/clipboard.js";
import { byId, openDialog } from "../shared/dom.js";

export function initInvitation(url) {
  byId("invite").addEventListener("click", () => {
    byId("inviting-title").after(byId("invitation"));
    openDialog(byId("inviting"));
  });
  byId("copy-link").addEventListener("click", (event) => copy(url, event.currentTarget));
  byId("share-link").hidden = !canShare();
  byId("share-link").addEventListener("click", () => share({ url, title: document.title }));
}

export function showInvitation(container) {
  if (byId("inviting").open || container.contains(byId("invitation"))) return;
  container.append(byId("invitation"));
}
