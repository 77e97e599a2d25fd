/** A process that saves and restores in turn, until it is killed: `root directory first second`, each line a word of what it does. */
import { checkpoints } from "../../src/checkpoints/checkpoints.ts";

const [root = "", directory = "", ...snapshots] = process.argv.slice(2);
const files = checkpoints({ root, directory });
process.stdout.write("open\n");
for (let turn = 0; ; turn += 1) {
  const to = snapshots[turn % snapshots.length];
  if (to === undefined) process.stdout.write(`${(await files.save()).snapshot}\n`);
  else process.stdout.write(`${(await files.restore({ to })).snapshot ?? ""}\n`);
}
