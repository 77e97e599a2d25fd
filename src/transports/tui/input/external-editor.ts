/** Lets a person write in their own editor. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TUI } from "@earendil-works/pi-tui";
import { KelsonError } from "../../../contract/error.ts";
import { lendTerminal } from "./lend-terminal.ts";

/** `$VISUAL`, else `$EDITOR`, else `vi`, as a shell reads them. Rejects with `refused` when the editor fails: nothing has changed then. */
export const writeInEditor = async (
  tui: TUI,
  env: Readonly<Record<string, string | undefined>>,
  before: string,
): Promise<string> => {
  const editor = env["VISUAL"] || env["EDITOR"] || "vi";
  const directory = await mkdtemp(join(tmpdir(), "kelson-message-"));
  const file = join(directory, "message.md");
  try {
    await writeFile(file, before, { mode: 0o600 });
    const ended = await lendTerminal(tui, { script: `${editor} "$1"`, words: [file], env });
    if (ended !== 0)
      throw new KelsonError("refused", `the editor ${editor} ended with ${ended}: the text is as it was`);
    // Editors end a file with a line feed, which nobody typed.
    return (await readFile(file, "utf8")).replace(/\n$/u, "");
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};
