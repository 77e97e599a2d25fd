/** The words to put before a program's own, with which it finds no bubblewrap: where there is one, it hides itself. */
import { existsSync, realpathSync } from "node:fs";

const usual = ["/usr/bin/bwrap", "/bin/bwrap", "/usr/local/bin/bwrap"].filter((path) => existsSync(path));
const all = new Set(usual.map((path) => realpathSync(path)));

const covers = [...all].flatMap((path) => ["--bind", "/dev/null", path]);

export const withoutBubblewrap: readonly string[] = usual
  .slice(0, 1)
  .flatMap((bwrap) => [bwrap, "--die-with-parent", "--dev-bind", "/", "/", ...covers, "--"]);
