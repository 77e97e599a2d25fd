/** Lets the person change a text in their own editor. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KelsonError } from "../../contract/error.ts";
import type { Surroundings } from "./surroundings.ts";

/** `$VISUAL`, else `$EDITOR`, else `vi`, as a shell reads them. Rejects with `refused` when the editor fails: nothing has changed then. */
export const editText = async ({ env }: Pick<Surroundings, "env">, before: string): Promise<string> => {
  const editor = env["VISUAL"] || env["EDITOR"] || "vi";
  const directory = await mkdtemp(join(tmpdir(), "kelson-edit-"));
  const file = join(directory, "text.md");
  try {
    await writeFile(file, `${before}\n`, { mode: 0o600 });
    const running = spawn("sh", ["-c", `${editor} "$1"`, "sh", file], { stdio: "inherit", env });
    const [code] = (await once(running, "exit")) as [number | null];
    if (code !== 0) throw new KelsonError("refused", `the editor ${editor} ended with ${code ?? "a signal"}`);
    return await readFile(file, "utf8");
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};
