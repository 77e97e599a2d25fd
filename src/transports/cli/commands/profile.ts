/** `kelson profile`: what is known of the user, to be read, corrected and forgotten. */
import { readFile } from "node:fs/promises";
import { KelsonError, sentenceOf } from "../../../contract/error.ts";
import { cleanJson, cleanText } from "../../terminal/clean.ts";
import { age, counted } from "../../terminal/figures.ts";
import { confirmed } from "../confirmed.ts";
import type { Define } from "../define.ts";
import { type StoreFlags, storeCommand, withRuntime } from "../store-command.ts";
import type { Surroundings } from "../surroundings.ts";
import { tableText, tableWidth } from "../table-text.ts";

export const define: Define = (profile, surroundings) => {
  storeCommand(profile, "show", "what is known of you")
    .option("--versions", "when it changed, and what it was learned from")
    .option("--json", "as one JSON object")
    .action((flags) => show(surroundings, flags));
  storeCommand(profile, "edit", "change it in your editor ($VISUAL, $EDITOR); or take it from a file or standard input")
    .argument("[file]")
    .action((file: string | undefined, flags) => edit(surroundings, file, flags));
  storeCommand(profile, "clear", "forget it, and erase every version for good")
    .option("--yes", "do not ask")
    .action((flags) => clear(surroundings, flags));
};

const show = (
  surroundings: Surroundings,
  flags: StoreFlags & { readonly versions?: boolean; readonly json?: boolean },
): Promise<void> =>
  withRuntime(surroundings, flags, async (runtime) => {
    const { stdout, stderr, now } = surroundings;
    const known = await runtime.profile.read();
    const { text, versions } = known;
    if (flags.json) stdout.write(`${cleanJson(JSON.stringify(known))}\n`);
    else if (flags.versions) {
      const rows = versions.map(({ version, by, at, from, digest }) => [
        String(version),
        by,
        age(Math.max(0, now() - at)),
        digest.slice(0, digestChars),
        from === undefined ? "" : `session ${from.session}, lines ${from.first} to ${from.last}`,
      ]);
      stdout.write(tableText([["VERSION", "BY", "AGE", "DIGEST", "LEARNED FROM"], ...rows], tableWidth(stdout)));
    } else if (text === "") stderr.write("Nothing is known of you.\n");
    else stdout.write(`${cleanText(text)}\n`);
  });

const digestChars = 12;

const edit = (surroundings: Surroundings, file: string | undefined, flags: StoreFlags): Promise<void> =>
  withRuntime(surroundings, flags, async ({ profile }) => {
    const { version, text: before } = await profile.read();
    const text = await newText(surroundings, file, before);
    const after = await profile.learn({ by: "user", text });
    surroundings.stderr.write(
      after.version === version ? "Nothing was changed.\n" : `This is version ${after.version}.\n`,
    );
  });

const newText = async (surroundings: Surroundings, file: string | undefined, before: string): Promise<string> => {
  const { stdin } = surroundings;
  if (file === undefined && stdin.terminal) return (await import("../edit-text.ts")).editText(surroundings, before);
  if (file === undefined || file === "-") return stdin.all();
  return readFile(file, "utf8").catch((cause: unknown) => {
    throw new KelsonError("bad_input", `${file} cannot be read: ${sentenceOf(cause)}`, { cause });
  });
};

const clear = (surroundings: Surroundings, flags: StoreFlags & { readonly yes?: boolean }): Promise<void> =>
  withRuntime(surroundings, flags, async ({ profile }) => {
    if (!flags.yes) await confirmed(surroundings, "Erase every version of what is known of you for good?");
    const erased = await profile.clear();
    surroundings.stderr.write(`erased ${counted(erased, "version")} of what was known of you\n`);
  });
