// Links to files that a server would send: the worker makes them.
export function initDownloads(transport) {
  addEventListener("click", async (event) => {
    const link = event.target.closest?.('a[href^="/api/"]');
    if (!link) return;
    event.preventDefault();
    const reply = await transport.fetch(link.getAttribute("href"));
    if (reply.ok) save(await reply.blob(), link.download || "rollwrite.log");
  });
}

export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
