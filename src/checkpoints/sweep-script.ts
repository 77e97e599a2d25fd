/** The program of the thread that helps to look at many paths. It is text, so that it needs no file of its own in a bundle. */

/**
 * A message brings `control` (the next free batch, the batches done), `done` (a mark a batch) and `numbers` (five a path), all
 * shared, and with a new list its paths as one text with NUL between. Batches are taken until none is left.
 */
export const sweepScript = String.raw`
const { parentPort } = require("node:worker_threads");
const { lstatSync } = require("node:fs");
const options = { throwIfNoEntry: false };
let paths = [];
const bytes = (path) => Buffer.concat(path.split(/([\udc80-\udcff])/u).map((piece, index) =>
  index % 2 === 1 ? Buffer.of(piece.charCodeAt(0) - 0xdc00) : Buffer.from(piece)));
const look = (path) => {
  try {
    return lstatSync(path.isWellFormed() ? path : bytes(path), options);
  } catch {
    return undefined;
  }
};
parentPort.on("message", ({ text, control, done, numbers, batch }) => {
  if (text !== undefined) paths = text.split("\0");
  for (;;) {
    const taken = Atomics.add(control, 0, 1);
    if (taken >= done.length) break;
    const end = Math.min((taken + 1) * batch, paths.length);
    for (let index = taken * batch; index < end; index += 1) {
      const stats = look(paths[index]);
      let at = index * 5;
      numbers[at++] = stats === undefined ? 0 : stats.mode;
      if (stats === undefined) continue;
      numbers[at++] = stats.size;
      numbers[at++] = stats.mtimeMs;
      numbers[at++] = stats.ctimeMs;
      numbers[at] = stats.ino;
    }
    Atomics.store(done, taken, 1);
    Atomics.add(control, 1, 1);
    Atomics.notify(control, 1);
  }
});
`;
