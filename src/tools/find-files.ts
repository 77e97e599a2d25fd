/** The tool `find_files`: the files whose paths match a glob, newest first. */
import { z } from "zod";
import { fromZod, textOutcome, tool } from "../contract/tool.ts";
import { counted } from "./counted.ts";

const input = z.strictObject({
  pattern: z.string().describe("Glob such as src/**/*.ts; without a slash it matches names at any depth"),
  path: z.string().default(".").describe("The directory to search"),
  limit: z.int().min(1).max(1000).default(100).describe("Files to show"),
});

export const findFiles = tool({
  name: "find_files",
  description: "Find files by a glob pattern, newest first. Hidden and git-ignored files are skipped.",
  input: fromZod(input),
  effects: ["read"],
  parallel: true,
  targets: ({ path }) => [{ kind: "path", path, access: "read" }],
  run: async ({ pattern, path, limit }, { world, signal }) => {
    signal.throwIfAborted();
    const glob = pattern.includes("/") ? pattern : `**/${pattern}`;
    const found = await world.files.find(glob, { path, signal });
    if (found.length === 0)
      return textOutcome(
        `[No file in ${path} matches ${pattern}; hidden and git-ignored files and credentials are not searched.]`,
      );
    const shown = found.slice(0, limit);
    return textOutcome([...shown, ...leftOut(found.length - shown.length)].join("\n"));
  },
});

const leftOut = (count: number): string[] =>
  count > 0 ? [`[${counted(count, "older file")} left out; raise limit or narrow the pattern.]`] : [];
