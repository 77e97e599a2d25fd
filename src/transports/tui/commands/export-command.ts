/** The command `/export`: the session as a file, to be read or to be verified. */
import { resolve } from "node:path";
import { KelsonError } from "../../../contract/error.ts";
import { askText } from "../pickers/ask-text.ts";
import { pick } from "../pickers/pick.ts";
import type { Screen, ScreenCommand } from "../screen.ts";
import { oneOf } from "./one-of.ts";

/** Each with the ending of its files. */
const formats = {
  markdown: { ending: "md", about: "to be read" },
  html: { ending: "html", about: "one page that verifies itself" },
  jsonl: { ending: "jsonl", about: "the log, to be verified and imported" },
  json: { ending: "json", about: "the events, for programs" },
} as const;

type Format = keyof typeof formats;
const names = Object.keys(formats) as Format[];

export const exportCommand: ScreenCommand = {
  name: "export",
  takes: "[format] [file]",
  about: "write the session into a new file",
  choices: () => Promise.resolve(names.map((value) => ({ value, about: formats[value].about }))),
  run: async (screen, argument) => {
    const [, typed = "", file = ""] = /^(\S*)\s*(.*)$/su.exec(argument) ?? [];
    const rows = names.map((value) => ({ value, label: value, about: formats[value].about }));
    const format = typed === "" ? await pick(screen, { title: "Export as", rows }) : oneOf("/export", typed, names);
    if (format !== undefined) await write(screen, format, file);
  },
};

/** Asks for another name until there is none yet, or the person leaves. */
const write = async (screen: Screen, format: Format, named: string): Promise<void> => {
  const { session, cwd } = screen.desk.place();
  let file: string | undefined = named;
  let text = `kelson-${session.id}.${formats[format].ending}`;
  for (;;) {
    if (file === "") file = await askText(screen, { title: `File, in ${cwd}`, text });
    if (file === undefined) return;
    try {
      const output = resolve(cwd, file);
      const told = await screen.desk.report(["sessions", "export", session.id, "--format", format, "-o", output]);
      screen.tell("note", told.trim());
      return;
    } catch (error) {
      if (!(error instanceof KelsonError) || named !== "") throw error;
      screen.tell("error", error.message);
      text = file;
      file = "";
    }
  }
};
