/** The tool `replace_in_files`: one replacement in every file that matches a glob, in all of them or in none. */
import { z } from "zod";
import { sentenceOf } from "../contract/error.ts";
import { failure, fromZod, textOutcome, tool } from "../contract/tool.ts";
import { CallBlocked, type World } from "../contract/world.ts";
import { counted } from "./counted.ts";
import { type Pattern, pattern, type PatternQuery } from "./pattern.ts";
import { lfView, replaceSlices } from "./replace-text.ts";
import { decode, encode, maxTextBytes } from "./text-file.ts";
import { unifiedDiff } from "../diffs/unified-diff.ts";
import { type Change, writeAll } from "./write-all.ts";

const maxFiles = 5000;
const maxDiffChars = 8000;

const input = z.strictObject({
  glob: z
    .string()
    .min(1)
    .describe("Files to change, such as src/**/*.ts; without a slash it matches names at any depth"),
  path: z.string().default(".").describe("The directory to search"),
  find: z.string().min(1).describe("The exact text, or with regex a regular expression (JavaScript syntax)"),
  replace: z.string().describe("What to put in its place; with regex $1, $<name> and $& stand for what matched"),
  regex: z.boolean().default(false).describe("Take find as a regular expression, line by line"),
  multiline: z.boolean().default(false).describe("With regex: let it match across lines"),
  ignore_case: z.boolean().default(false).describe("Match upper and lower case alike"),
  dry_run: z.boolean().default(false).describe("Only show what would change"),
});
type ReplaceInput = z.infer<typeof input>;

export const replaceInFiles = tool({
  name: "replace_in_files",
  description:
    "Replace a text in all files that match a glob: in all of them, or in none when one fails. " +
    "Hidden, binary and git-ignored files are left alone.",
  input: fromZod(input),
  effects: ["read", "write"],
  parallel: false,
  veiled: true,
  targets: ({ path }) => [{ kind: "path", path, access: "write" }],
  preview: async (asked, world) => {
    const planned = await plan(asked, world, new AbortController().signal);
    return planned.ok ? planned.diff || "Nothing would be replaced." : `This would fail: ${planned.message}`;
  },
  run: async (asked, { world, signal }) => {
    signal.throwIfAborted();
    const planned = await plan(asked, world, signal);
    if (!planned.ok) return failure(planned.message, planned.category);
    const { changes, files, total, diff } = planned;
    if (changes.length === 0) return textOutcome(nothing(asked, planned));
    const counts = files.map(({ path, count }) => `${path}: ${count}`);
    const where = `${counted(total, "occurrence")} in ${counted(changes.length, "file")}`;
    if (asked.dry_run) return textOutcome([`Would replace ${where}:`, ...counts, shortened(diff)].join("\n"));
    await writeAll(world.files, changes, signal);
    const text = [`Replaced ${where}:`, ...counts].join("\n");
    return { ok: true, parts: [{ type: "text", text }], diff, files: changes.map(({ path }) => path) };
  },
});

interface Plan {
  readonly ok: true;
  readonly changes: readonly Change[];
  readonly files: readonly { readonly path: string; readonly count: number }[];
  readonly total: number;
  readonly searched: number;
  readonly diff: string;
}

type Planned =
  | Plan
  | { readonly ok: false; readonly message: string; readonly category?: "invalid_arguments" | "exception" };

const plan = async (asked: ReplaceInput, world: World, signal: AbortSignal): Promise<Planned> => {
  const wanted = pattern(queryOf(asked));
  if (!wanted.ok) return { ...wanted, category: "invalid_arguments" };
  const glob = asked.glob.includes("/") ? asked.glob : `**/${asked.glob}`;
  const paths = (await world.files.find(glob, { path: asked.path, signal })).toSorted();
  if (paths.length > maxFiles)
    return {
      ok: false,
      message: `${asked.glob} matches ${counted(paths.length, "file")}, more than ${maxFiles}; narrow it`,
    };
  const found: (Found & { readonly path: string })[] = [];
  for (const path of paths) {
    signal.throwIfAborted();
    const one = await replaced(world, path, wanted.find).catch((thrown: unknown) => {
      if (thrown instanceof CallBlocked) throw thrown;
      throw new Error(`${path} ${sentenceOf(thrown)}; nothing was changed`, { cause: thrown });
    });
    if (typeof one === "string") return { ok: false, message: `${path} ${one}; nothing was changed` };
    if (one !== undefined) found.push({ ...one, path });
  }
  return {
    ok: true,
    searched: paths.length,
    files: found,
    total: found.reduce((sum, { count }) => sum + count, 0),
    changes: found.map(({ path, before, after }) => ({ path, before, after })),
    diff: found.map((one) => one.diff).join(""),
  };
};

const queryOf = ({ find, replace, regex, ignore_case: ignoreCase, multiline }: ReplaceInput): PatternQuery => ({
  find,
  replace,
  regex,
  ignoreCase,
  multiline,
});

interface Found {
  readonly count: number;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly diff: string;
}

/** Undefined when there is nothing to replace in the file, a sentence without its subject when it cannot be done. */
const replaced = async (world: World, path: string, find: Pattern): Promise<Found | string | undefined> => {
  const stat = await world.files.stat(path);
  if (stat !== undefined && stat.bytes > maxTextBytes) return "is too large";
  const before = await world.files.read(path, { maxBytes: maxTextBytes });
  const file = decode(before);
  if (file === undefined) return undefined;
  const slices = find(lfView(file.text));
  const text = slices.length === 0 ? file.text : replaceSlices(file.text, slices);
  if (text === file.text) return undefined;
  if (file.encoding !== "UTF-8") return "is not valid UTF-8, so writing it back would damage it";
  const after = new TextEncoder().encode(encode(text, file));
  return { count: slices.length, before, after, diff: unifiedDiff(path, file.text, text) };
};

const nothing = ({ find, glob, path, regex }: ReplaceInput, { searched }: Plan): string => {
  const where = path === "." ? glob : `${glob} in ${path}`;
  if (searched === 0)
    return `[No file matches ${where}; hidden and git-ignored files and credentials are not searched.]`;
  return `[Nothing was replaced: ${regex ? "no match for" : "no"} ${JSON.stringify(find)} in ${counted(searched, "file")} (${where}).]`;
};

const shortened = (diff: string): string => {
  if (diff.length <= maxDiffChars) return diff.trimEnd();
  const end = diff.lastIndexOf("\n", maxDiffChars);
  return `${diff.slice(0, end)}\n[${counted(diff.length - end, "more character")} of the diff left out.]`;
};
