/** Writes the pages that are made from the source; with `--check`, fails when one on disk is not what it would write. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cliPage } from "./docs/cli-page.ts";
import { errorsPage } from "./docs/errors-page.ts";
import { eventsPage } from "./docs/events-page.ts";
import { terminalPage } from "./docs/terminal-page.ts";

/** Pages by their path in the repository. */
export const pages: Readonly<Record<string, () => string>> = {
  "docs/events.md": eventsPage,
  "docs/errors.md": errorsPage,
  "docs/cli.md": cliPage,
  "docs/terminal.md": terminalPage,
};

const root = join(import.meta.dirname, "..");

/** The pages that are not what the source says. */
export const drifted = (): string[] =>
  Object.entries(pages)
    .filter(([path, page]) => read(path) !== page())
    .map(([path]) => path);

const read = (path: string): string | undefined => {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return undefined;
  }
};

if (import.meta.main) {
  if (process.argv.includes("--check")) {
    const found = drifted();
    if (found.length > 0) {
      console.error(`${found.join(", ")}: not what the source says; run node scripts/docs.ts`);
      process.exitCode = 1;
    }
  } else {
    for (const [path, page] of Object.entries(pages)) writeFileSync(join(root, path), page());
  }
}
