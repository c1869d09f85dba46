// The way to the tables: a server, or what stands in for one. Pages name everything by its address
// at a server, and never know which it is.
const YEAR = 31536000;

const server = {
  fetch: (path, request) => fetch(path, { credentials: "same-origin", ...request }),

  socket(path) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return new WebSocket(`${scheme}://${location.host}${path}`);
  },

  address: (path) => path,

  speak(language) {
    document.cookie = `language=${language}; path=/; max-age=${YEAR}; SameSite=Lax`;
    void document.cookie; // a browser writes cookies in its own time; who reads them waits for it
    location.reload();
  },
};

let way = server;

export const use = (other) => (way = other);

// What only a server has, such as PDFs, is offered only where there is one.
export const atServer = () => way === server;

export const request = (path, given) => way.fetch(path, given);

// Something like a WebSocket.
export const socket = (path) => way.socket(path);

// Where to find what a server has at an address.
export const address = (path) => way.address(path);

export const go = (path) => location.assign(address(path));

// The pages in another language.
export const speak = (language) => way.speak(language);
