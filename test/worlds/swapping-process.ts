/** A process that puts a link in the place of a directory and back, and another in that of a file, as fast as it can. */
import { renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";

const [root = "", outside = ""] = process.argv.slice(2);

/** What is written meanwhile may stand where nothing should: then it has to go. */
const free = (path: string, act: () => void): void => {
  for (;;) {
    try {
      act();
      return;
    } catch {
      clear(path);
    }
  }
};

const clear = (path: string): void => {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Something was written into it again.
  }
};

const swap = (path: string, target: string): void => {
  const away = `${path}-away`;
  free(away, () => renameSync(path, away));
  free(path, () => symlinkSync(target, path));
  free(path, () => renameSync(away, path));
};

process.stdout.write("swapping\n");
for (;;) {
  swap(join(root, "directory"), outside);
  swap(join(root, "file"), join(outside, "name"));
}
