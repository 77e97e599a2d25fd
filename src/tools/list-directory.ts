/** The tool `list_directory`: the names in a directory, with their kinds and sizes. */
import { z } from "zod";
import { fromZod, textOutcome, tool } from "../contract/tool.ts";
import type { DirectoryEntry } from "../contract/world.ts";
import { counted, size } from "./counted.ts";

const maxEntries = 500;

const input = z.strictObject({ path: z.string().default(".").describe("The directory") });

export const listDirectory = tool({
  name: "list_directory",
  description: "List the names in a directory, with file sizes; directories end in /, symbolic links in @.",
  input: fromZod(input),
  effects: ["read"],
  parallel: true,
  targets: ({ path }) => [{ kind: "path", path, access: "read" }],
  run: async ({ path }, { world, signal }) => {
    signal.throwIfAborted();
    const entries = await world.files.list(path);
    if (entries.length === 0) return textOutcome(`[${path} is empty.]`);
    const lines = entries.slice(0, maxEntries).map(entryLine);
    return textOutcome([...lines, ...leftOut(entries.length - maxEntries)].join("\n"));
  },
});

const entryLine = ({ name, kind, bytes }: DirectoryEntry): string => {
  if (kind === "file") return `${name}  ${size(bytes)}`;
  return `${name}${{ directory: "/", link: "@", other: "  (neither file nor directory)" }[kind]}`;
};

const leftOut = (count: number): string[] =>
  count > 0 ? [`[${counted(count, "more name")} left out; find_files finds them by name.]`] : [];
