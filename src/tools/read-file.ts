/** The tool `read_file`: a text file with line numbers, whole or a range of it; or an image. */
import { z } from "zod";
import { failure, fromZod, textOutcome, tool, type ToolOutcome } from "../contract/tool.ts";
import { counted, grouped, size } from "./counted.ts";
import { imageOutcome } from "./image-outcome.ts";
import { mediaType } from "./media-type.ts";
import { linesOf, numbered } from "./numbered-lines.ts";
import { decode, lineEndings, maxTextBytes, type TextFile } from "./text-file.ts";

const wholeLines = 500;
const previewLines = 100;
const maxLines = 2000;

const input = z.strictObject({
  path: z.string().describe("Relative to the workspace, or absolute"),
  start_line: z.int().min(1).optional().describe("First line to show"),
  end_line: z.int().min(1).optional().describe("Last line to show"),
});
type ReadInput = z.infer<typeof input>;

export const readFile = tool({
  name: "read_file",
  description:
    "Read a text file, or look at an image. Each line is shown as its number, a tab, its text. " +
    `Without a range, a file over ${wholeLines} lines gives its first ${previewLines}.`,
  input: fromZod(input),
  effects: ["read"],
  parallel: true,
  veiled: true,
  targets: ({ path }) => [{ kind: "path", path, access: "read" }],
  run: async (asked, { world, signal }) => {
    signal.throwIfAborted();
    const { path } = asked;
    const stat = await world.files.stat(path);
    if (stat?.kind === "directory") return failure(`${path} is a directory; list_directory shows what is in it.`);
    if (stat !== undefined && stat.bytes > maxTextBytes) return failure(tooLarge(path, stat.bytes));
    const bytes = await world.files.read(path, { maxBytes: maxTextBytes });
    const file = decode(bytes);
    if (file === undefined) return imageOutcome(path, bytes) ?? failure(notText(path, bytes));
    return shown(asked, file);
  },
});

const tooLarge = (path: string, bytes: number): string =>
  `${path} has ${size(bytes)}, more than the ${size(maxTextBytes)} that read_file takes; ` +
  `search it with grep, or take a part with bash: sed -n '1,200p', head -c, tail.`;

const notText = (path: string, bytes: Uint8Array): string =>
  `${path} is not text but binary (${mediaType(bytes) ?? "of unknown type"}, ${size(bytes.length)}).`;

const shown = (asked: ReadInput, file: TextFile): ToolOutcome => {
  const lines = linesOf(file.text.replaceAll("\r\n", "\n"));
  if (lines.length === 0) return textOutcome(`[${asked.path} is empty.]`);
  const { first, last } = range(asked, lines.length);
  if (first > lines.length)
    return failure(`start_line ${first} is past the end: ${asked.path} has ${counted(lines.length, "line")}.`);
  if (last < first) return failure(`end_line ${asked.end_line} is before start_line ${first}.`);
  const notes = [...peculiarities(file), ...restNote(first, last, lines.length)];
  const text = numbered(lines.slice(first - 1, last), first);
  return textOutcome(notes.length === 0 ? text : `${text}\n[${notes.join("; ")}]`);
};

/** The lines to show, both ends included. A range is taken at its word, up to what a model can use. */
const range = (asked: ReadInput, count: number): { first: number; last: number } => {
  const first = asked.start_line ?? 1;
  if (asked.start_line === undefined && asked.end_line === undefined)
    return { first, last: count <= wholeLines ? count : previewLines };
  return { first, last: Math.min(asked.end_line ?? first + wholeLines - 1, first + maxLines - 1, count) };
};

/** What the lines do not show, but an edit must know. */
const peculiarities = (file: TextFile): string[] => {
  const endings = lineEndings(file.text);
  return [
    ...(endings === "LF" ? [] : [`${endings} line endings`]),
    ...(file.encoding === "UTF-16" ? ["UTF-16"] : file.bom ? ["byte order mark"] : []),
    ...(file.encoding === "unknown" ? ["not valid UTF-8: what could not be read is shown as \uFFFD"] : []),
    ...(file.text.endsWith("\n") ? [] : ["no newline at the end"]),
  ];
};

const restNote = (first: number, last: number, count: number): string[] => {
  if (first === 1 && last === count) return [];
  const place = `lines ${grouped(first)}-${grouped(last)} of ${grouped(count)}`;
  return [last < count ? `${place}; go on with start_line ${last + 1}` : place];
};
