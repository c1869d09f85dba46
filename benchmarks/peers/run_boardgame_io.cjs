// Time random play in boardgame.io without a browser, and print one line of JSON per figure.
//
// Two ways are tried and the faster one is reported: the client, as an application uses it, and the
// reducer inside it, which leaves out subscriptions and the store.
"use strict";

process.env.NODE_ENV = "production"; // its fastest mode

const { createRequire } = require("node:module");
const { join } = require("node:path");

const folder = process.argv[2];
const seconds = Number(process.argv[3]);
const require_ = createRequire(join(folder, "package.json"));
const { Client } = require_("boardgame.io/client");
const { CreateGameReducer, InitializeGame } = require_("boardgame.io/internal");
const { version } = require_("boardgame.io/package.json");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

// The game of its own tutorial.
const ticTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      G.cells[id] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (LINES.some((line) => line.every((c) => G.cells[c] !== null && G.cells[c] === G.cells[line[0]]))) {
      return { winner: ctx.currentPlayer };
    }
    return G.cells.every((c) => c !== null) ? { draw: true } : undefined;
  },
};

// A dice game with the library's own dice: roll and add, or hold; 20 points end it.
const pig = {
  name: "pig",
  setup: () => ({ bank: [0, 0], pot: 0 }),
  moves: {
    roll: ({ G, random, events }) => {
      const die = random.D6();
      if (die === 1) {
        G.pot = 0;
        events.endTurn();
      } else {
        G.pot += die;
      }
    },
    hold: ({ G, playerID, events }) => {
      G.bank[playerID] += G.pot;
      G.pot = 0;
      events.endTurn();
    },
  },
  endIf: ({ G }) => (G.bank.some((points) => points >= 20) ? { over: true } : undefined),
};

function any(list) {
  return list[Math.floor(Math.random() * list.length)];
}

const MOVES = {
  "tic-tac-toe": (G) => ["clickCell", any(G.cells.flatMap((c, i) => (c === null ? [i] : [])))],
  pig: () => (Math.random() < 0.6 ? ["roll"] : ["hold"]),
};

function byClient(game) {
  return () => playByClient(game);
}

function playByClient(game) {
  let decisions = 0;
  const client = Client({ game, numPlayers: 2, debug: false });
  for (let state = client.getState(); !state.ctx.gameover; state = client.getState()) {
    const [move, ...args] = MOVES[game.name](state.G);
    client.moves[move](...args);
    decisions += 1;
  }
  return decisions;
}

function byReducer(game) {
  const reducer = CreateGameReducer({ game, isClient: false });
  return () => playByReducer(game, reducer);
}

function playByReducer(game, reducer) {
  let decisions = 0;
  let state = InitializeGame({ game, numPlayers: 2 });
  while (!state.ctx.gameover) {
    const [type, ...args] = MOVES[game.name](state.G);
    state = reducer(state, {
      type: "MAKE_MOVE",
      payload: { type, args, playerID: state.ctx.currentPlayer },
    });
    decisions += 1;
  }
  return decisions;
}

function rate(play, wanted) {
  for (let warm = 0; warm < 50; warm += 1) play(); // the compiler of V8 needs to see it first
  let decisions = 0;
  const begin = process.hrtime.bigint();
  let taken = 0;
  while (taken < wanted) {
    decisions += play();
    taken = Number(process.hrtime.bigint() - begin) / 1e9;
  }
  return decisions / taken;
}

for (const game of [ticTacToe, pig]) {
  const ways = [["client, headless", byClient(game)], ["reducer, headless", byReducer(game)]];
  const trials = ways.map(([, play]) => rate(play, seconds / 4));
  const [how, play] = ways[trials.indexOf(Math.max(...trials))];
  console.log(
    JSON.stringify({
      peer: "boardgame.io",
      version,
      game: game.name,
      how: `${how}, Node ${process.versions.node}`,
      batch: 1,
      decisions_per_second: rate(play, seconds),
    }),
  );
}
