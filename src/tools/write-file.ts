/** The tool `write_file`: a whole file, written exactly as it is given. */
import { z } from "zod";
import { fromZod, tool } from "../contract/tool.ts";
import type { World } from "../contract/world.ts";
import { counted } from "./counted.ts";
import { linesOf } from "./numbered-lines.ts";
import { decode, lineEndings, maxTextBytes, type TextFile } from "./text-file.ts";
import { unifiedDiff } from "../diffs/unified-diff.ts";

const input = z.strictObject({
  path: z.string().describe("Relative to the workspace, or absolute"),
  content: z.string().describe("The whole text, written exactly as given"),
});

export const writeFile = tool({
  name: "write_file",
  description:
    "Create a file, or replace the whole of one; parent directories are made. To change a part, use edit_file.",
  input: fromZod(input),
  effects: ["read", "write"],
  parallel: false,
  veiled: true,
  targets: ({ path }) => [{ kind: "path", path, access: "write" }],
  preview: async ({ path, content }, world) => diffOf(path, await presentFile(world, path), content),
  run: async ({ path, content }, { world, signal }) => {
    const present = await presentFile(world, path);
    signal.throwIfAborted();
    await world.files.write(path, content);
    return {
      ok: true,
      parts: [{ type: "text", text: sentence(path, present, content) }],
      diff: diffOf(path, present, content),
      files: [path],
    };
  },
});

/** What stands at the path: nothing, a text, or something that is no text or too large to compare. */
type Present = "nothing" | "not comparable" | TextFile;

const presentFile = async (world: World, path: string): Promise<Present> => {
  const stat = await world.files.stat(path);
  if (stat === undefined) return "nothing";
  if (stat.kind !== "file" || stat.bytes > maxTextBytes) return "not comparable";
  return decode(await world.files.read(path, { maxBytes: maxTextBytes })) ?? "not comparable";
};

const diffOf = (path: string, present: Present, content: string): string =>
  unifiedDiff(path, typeof present === "string" ? undefined : present.text, content.replace(/^\uFEFF/, ""));

const sentence = (path: string, present: Present, content: string): string => {
  const lines = counted(linesOf(content).length, "line");
  if (present === "nothing") return `Created ${path} (${lines}).`;
  if (present === "not comparable")
    return `Replaced ${path} (${lines}); what was there is no text, or too large to compare.`;
  const lost = lostWith(present, content);
  const was = `Replaced ${path} (${lines}, before ${linesOf(present.text).length}).`;
  return lost.length === 0 ? was : `${was} The file before had ${lost.join(" and ")}; this one has not.`;
};

/** What a model cannot see in a file that it has read, and so did not write again. */
const lostWith = (present: TextFile, content: string): string[] => [
  ...(present.encoding === "UTF-16" ? ["UTF-16 encoding"] : []),
  ...(present.encoding === "UTF-8" && present.bom && !content.startsWith("\uFEFF") ? ["a byte order mark"] : []),
  ...(lineEndings(present.text) === "CRLF" && lineEndings(content) === "LF" ? ["CRLF line endings"] : []),
];
