/** What may be meant while something is typed: a command after a slash, what follows it, a file after `@`, a path on Tab. */
import {
  fuzzyFilter,
  type AutocompleteItem,
  type AutocompleteProvider,
  type AutocompleteSuggestions,
} from "@earendil-works/pi-tui";
import { cleanLine } from "../../terminal/clean.ts";
import { completePath } from "./complete-path.ts";
import type { CommandHint, ComposerParts } from "./composer-port.ts";
import { fileIndex, type FileIndex } from "./file-index.ts";
import { mention } from "./mentions.ts";

type Room = Pick<ComposerParts, "cwd" | "env" | "commands">;

/** `hold` is called when what Enter puts in must not be sent by the same press. */
export const completion = (room: Room, hold: () => void): AutocompleteProvider => {
  let index: { readonly cwd: string; readonly files: FileIndex } | undefined;
  const files = (): FileIndex => {
    if (index?.cwd !== room.cwd()) index = { cwd: room.cwd(), files: fileIndex(room.cwd()) };
    return index.files;
  };
  const paths = (typed: string): Promise<readonly string[]> =>
    completePath(typed, { cwd: room.cwd(), home: room.env["HOME"] ?? "/" });

  const suggest = async (before: string, first: boolean, how: { signal: AbortSignal; force: boolean }) => {
    const at = /(?<![\w@./])@(?:"([^"]*)|([^\s"@]*))$/u.exec(before);
    if (at !== null) {
      const typed = at[1] ?? at[2] ?? "";
      const outside = /^(?:\/|~\/|\.\.?\/)/u.test(typed);
      return suggestions(at[0], (await (outside ? paths(typed) : files().search(typed, how.signal))).map(fileItem));
    }
    const command = first ? /^\/([^\s/]*)(?:\s+(.*))?$/u.exec(before) : null;
    if (command !== null) return commandItems(room.commands(), command[1]!, command[2]);
    if (!how.force) return null;
    const word = /(?:\\.|[^\s\\])*$/u.exec(before)![0].replace(/^!/u, "");
    return suggestions(word, (await paths(word.replaceAll(/\\(.)/gu, "$1"))).map(pathItem));
  };

  return {
    getSuggestions: async (lines, line, column, { signal, force = false }) =>
      // What a command offers may fail, and then it offers nothing.
      suggest((lines[line] ?? "").slice(0, column), line === 0, { signal, force }).catch(() => null),
    applyCompletion: (lines, line, column, item, prefix) => {
      const text = lines[line] ?? "";
      const before = text.slice(0, column - prefix.length) + item.value;
      const after = text.slice(column).replace(/^"/u, (quote) => (prefix.includes('"') ? "" : quote));
      // The editor takes whatever begins with a slash for a command that is complete.
      const command = room.commands().find(({ name }) => item.value === `/${name} `);
      if (command === undefined || command.takes?.startsWith("<")) hold();
      return { lines: lines.with(line, before + after), cursorLine: line, cursorCol: before.length };
    },
    shouldTriggerFileCompletion: () => true,
  };
};

const suggestions = (prefix: string, items: AutocompleteItem[]): AutocompleteSuggestions | null =>
  items.length === 0 ? null : { items, prefix };

/** A directory's quotation mark stays open, so that one can go on below it. */
const fileItem = (path: string): AutocompleteItem => {
  const mentioned = mention(path);
  return { label: path, value: path.endsWith("/") ? mentioned.replace(/"$/u, "") : `${mentioned} ` };
};

/** As a shell reads it. */
const pathItem = (path: string): AutocompleteItem => ({
  label: path,
  value: path.replaceAll(/[^\p{L}\p{N}_./~,:@%+=-]/gu, String.raw`\$&`) + (path.endsWith("/") ? "" : " "),
});

const commandItems = async (
  commands: readonly CommandHint[],
  name: string,
  argument: string | undefined,
): Promise<AutocompleteSuggestions | null> => {
  if (argument === undefined) {
    const fitting = fuzzyFilter([...commands], name, (command) => command.name);
    return suggestions(`/${name}`, fitting.map(commandItem));
  }
  const choices = await commands.find((command) => command.name === name)?.choices?.();
  const fitting = fuzzyFilter([...(choices ?? [])], argument, ({ value }) => value);
  return suggestions(
    argument,
    fitting.map(({ value, about }) => item(value, value, about)),
  );
};

const commandItem = ({ name, takes, about }: CommandHint): AutocompleteItem =>
  item(`/${name} `, `/${name}`, takes === undefined ? about : `${takes} · ${about}`);

const item = (value: string, label: string, about = ""): AutocompleteItem => ({
  value,
  label: cleanLine(label),
  ...(about !== "" && { description: cleanLine(about) }),
});
