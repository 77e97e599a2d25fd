/** The tool `grep`: a regular expression or a literal text, searched in the contents of files. */
import { z } from "zod";
import { sentenceOf } from "../contract/error.ts";
import { failure, fromZod, textOutcome, tool, type ToolOutcome } from "../contract/tool.ts";
import { type World, CallBlocked } from "../contract/world.ts";
import { contentPage, filesPage, type Found, maxContext } from "./search-page.ts";

const input = z.strictObject({
  pattern: z.string().describe("Regular expression (Rust syntax)"),
  path: z.string().default(".").describe("The file or directory to search"),
  glob: z.string().optional().describe("Only files that match, such as *.ts or src/**"),
  output: z
    .enum(["content", "files", "counts"])
    .default("content")
    .describe("Matching lines, or files, or lines per file"),
  ignore_case: z.boolean().default(false).describe("Match upper and lower case alike"),
  literal: z.boolean().default(false).describe("Take pattern as plain text"),
  context: z.int().min(0).max(maxContext).default(0).describe("Lines to show around each match"),
  limit: z.int().min(1).max(1000).default(100).describe("Matches or files to show"),
  offset: z.int().min(0).default(0).describe("Matches or files to skip"),
});
type GrepInput = z.infer<typeof input>;

export const grep = tool({
  name: "grep",
  description: "Search file contents. Hidden, binary and git-ignored files are skipped.",
  input: fromZod(input),
  effects: ["read"],
  parallel: true,
  targets: ({ path }) => [{ kind: "path", path, access: "read" }],
  run: async (asked, { world, signal }) => {
    signal.throwIfAborted();
    try {
      return outcome(asked, await found(asked, world, signal));
    } catch (thrown) {
      if (thrown instanceof CallBlocked || !badPattern.test(sentenceOf(thrown))) throw thrown;
      return failure(invalid(asked.pattern, sentenceOf(thrown)), "invalid_arguments");
    }
  },
});

/** How ripgrep, and a world without it, speak of a pattern that they cannot read. */
const badPattern = /regex parse error|in a regex|not a regular expression/;

const found = (asked: GrepInput, world: World, signal: AbortSignal): Promise<Found> => {
  const { pattern, path, glob, literal, ignore_case: ignoreCase } = asked;
  const context = asked.output === "content" ? asked.context : 0;
  const stream = world.files.search({ pattern, path, glob, literal, ignoreCase, context, signal });
  if (asked.output === "content") return contentPage(stream, asked);
  const show = asked.output === "files" ? (file: string) => file : (file: string, count: number) => `${file}: ${count}`;
  return filesPage(stream, { ...asked, show });
};

const outcome = ({ pattern, path, glob, offset }: GrepInput, { lines, items, more }: Found): ToolOutcome => {
  const where = glob === undefined ? path : `${path}, files ${glob}`;
  if (items === 0 && offset > 0) return textOutcome(`[No more matches after the first ${offset}.]`);
  if (items === 0)
    return textOutcome(
      `[No match for ${pattern} in ${where}; hidden, binary and git-ignored files and credentials are not searched.]`,
    );
  return textOutcome([...lines, ...(more ? [`[More matches follow: offset ${offset + items}.]`] : [])].join("\n"));
};

const invalid = (pattern: string, problem: string): string =>
  `pattern ${JSON.stringify(pattern)} does not work as a regular expression; ` +
  `mend it, or set literal to search for it as it stands.\n${problem}`;
