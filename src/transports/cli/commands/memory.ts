/** `kelson memory`: the notes of the user and of this directory's project. */
import { Option } from "commander";
import { KelsonError } from "../../../contract/error.ts";
import { type MemoryKeeper, type Note, noteScopes, type NoteScope } from "../../../contract/memory.ts";
import { cleanJson, cleanLine, cleanText } from "../../terminal/clean.ts";
import type { Define } from "../define.ts";
import { faultLines, noteRows } from "../note-rows.ts";
import type { Surroundings } from "../surroundings.ts";
import { tableText, tableWidth } from "../table-text.ts";

export const define: Define = (memory, surroundings) => {
  memory
    .command("list")
    .description("all notes, and files among them that are none")
    .option("--json", "one JSON object a line")
    .action((flags) => list(surroundings, flags));
  memory
    .command("show")
    .description("the text of a note")
    .argument("<name>")
    .addOption(scope())
    .action((name: string, flags) => show(surroundings, name, flags));
  memory
    .command("search")
    .description("notes in which the words stand, best first")
    .argument("<words...>")
    .option("--json", "one JSON object a line")
    .action((words: string[], flags) => search(surroundings, words.join(" "), flags));
  memory
    .command("rm")
    .description("remove notes")
    .argument("<name...>")
    .addOption(scope())
    .action((names: string[], flags) => remove(surroundings, names, flags));
  memory
    .command("path")
    .description("where the files are, to be edited by hand")
    .action(() => paths(surroundings));
};

interface Flags {
  readonly json?: boolean;
  readonly scope?: NoteScope;
}

const scope = (): Option => new Option("--scope <scope>", "when both have a note of the name").choices(noteScopes);

const open = async ({ assemble, cwd, env }: Surroundings): Promise<MemoryKeeper> =>
  (await assemble()).memory({ cwd, env });

const list = async (surroundings: Surroundings, { json }: Flags): Promise<void> => {
  const { stderr } = surroundings;
  const { directories, list: all } = await open(surroundings);
  const { notes, faults } = await all();
  stderr.write(faultLines(faults));
  if (notes.length > 0) tell(surroundings, notes, json);
  else if (!json) stderr.write(`There is no note yet in ${directories.user} and ${directories.project}.\n`);
};

const search = async (surroundings: Surroundings, words: string, { json }: Flags): Promise<void> => {
  const notes = await (await open(surroundings)).search(words, mostFound);
  if (notes.length > 0) tell(surroundings, notes, json);
  else if (!json) surroundings.stderr.write("No note has any of these words.\n");
};

const mostFound = 50;

const tell = ({ stdout, now }: Surroundings, notes: readonly Note[], json = false): void =>
  stdout.write(
    json
      ? notes.map((note) => `${cleanJson(JSON.stringify(note))}\n`).join("")
      : tableText(noteRows(notes, now()), tableWidth(stdout)),
  );

const show = async (surroundings: Surroundings, name: string, { scope: wanted }: Flags): Promise<void> => {
  const { type, description, created, verified, file, text, ...note } = await named(surroundings, name, wanted);
  const days = verified === undefined ? `created ${created}` : `created ${created}, verified ${verified}`;
  surroundings.stderr.write(cleanText(`${note.scope} note, ${type}, ${days}: ${description}\n${file}\n\n`));
  surroundings.stdout.write(cleanText(`${text}\n`));
};

const remove = async (
  surroundings: Surroundings,
  names: readonly string[],
  { scope: wanted }: Flags,
): Promise<void> => {
  const found: Note[] = [];
  for (const name of names) found.push(await named(surroundings, name, wanted));
  const keeper = await open(surroundings);
  for (const { name, scope: of, file } of found) {
    await keeper.delete(name, of);
    surroundings.stderr.write(`removed ${cleanLine(file)}\n`);
  }
};

/** KelsonError `not_found` when there is none, `bad_input` when both have one. */
const named = async (surroundings: Surroundings, name: string, wanted: NoteScope | undefined): Promise<Note> => {
  const { notes } = await (await open(surroundings)).list();
  const found = notes.filter((note) => note.name === name && (wanted ?? note.scope) === note.scope);
  if (found[0] !== undefined && found.length === 1) return found[0];
  if (found.length === 0) {
    throw new KelsonError("not_found", `there is no note ${JSON.stringify(name)}`, {
      hint: "kelson memory list shows them.",
    });
  }
  throw new KelsonError("bad_input", `there are notes ${JSON.stringify(name)} of user and of project`, {
    hint: "say which with --scope user or --scope project",
  });
};

const paths = async (surroundings: Surroundings): Promise<void> => {
  const { directories } = await open(surroundings);
  surroundings.stdout.write(noteScopes.map((of) => `${directories[of]}\n`).join(""));
};
