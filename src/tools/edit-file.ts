/** The tool `edit_file`: an exact replacement in a text file that leaves every other byte as it is. */
import { z } from "zod";
import { failure, fromZod, tool } from "../contract/tool.ts";
import type { World } from "../contract/world.ts";
import { size } from "./counted.ts";
import { type Edit, type Edited, editText } from "./text-edit.ts";
import { decode, encode, maxTextBytes, type TextFile } from "./text-file.ts";
import { unifiedDiff } from "./unified-diff.ts";

const input = z.strictObject({
  path: z.string().describe("Relative to the workspace, or absolute"),
  old_string: z.string().describe("The exact text to replace, without line numbers; must occur once"),
  new_string: z.string().describe("The text to put in its place"),
  replace_all: z.boolean().default(false).describe("Replace every occurrence"),
});

export const editFile = tool({
  name: "edit_file",
  description: "Replace an exact text in a file. All else stays as it is, line endings too.",
  input: fromZod(input),
  effects: ["read", "write"],
  parallel: false,
  targets: ({ path }) => [{ kind: "path", path, access: "write" }],
  preview: async (edit, world) => {
    const plan = await planned(edit, world);
    return plan.ok ? plan.diff : `This edit would fail: ${plan.message}`;
  },
  run: async (edit, { world, signal }) => {
    const plan = await planned(edit, world);
    if (!plan.ok) return failure(plan.message);
    signal.throwIfAborted();
    await world.files.write(edit.path, plan.content);
    return { ok: true, parts: [{ type: "text", text: plan.summary }], diff: plan.diff, files: [edit.path] };
  },
});

type Planned =
  | { readonly ok: true; readonly content: string; readonly summary: string; readonly diff: string }
  | Extract<Edited, { ok: false }>;

const planned = async (edit: Edit, world: World): Promise<Planned> => {
  const stat = await world.files.stat(edit.path);
  if (stat !== undefined && stat.bytes > maxTextBytes) return { ok: false, message: tooLarge(edit.path, stat.bytes) };
  const file = decode(await world.files.read(edit.path, { maxBytes: maxTextBytes }));
  if (file?.encoding !== "UTF-8") return { ok: false, message: notUtf8(edit.path, file) };
  const edited = editText(file.text, edit);
  if (!edited.ok) return edited;
  const diff = unifiedDiff(edit.path, file.text, edited.text);
  return { ok: true, content: encode(edited.text, file), summary: edited.summary, diff };
};

const tooLarge = (path: string, bytes: number): string =>
  `${path} has ${size(bytes)}, more than the ${size(maxTextBytes)} that edit_file takes; use bash with sed.`;

const notUtf8 = (path: string, file: TextFile | undefined): string => {
  if (file === undefined) return `${path} is binary; edit_file changes text files only.`;
  const encoding = file.encoding === "UTF-16" ? "UTF-16" : "not valid UTF-8";
  return `${path} is ${encoding}, so writing it back would damage it; use bash with iconv or sed.`;
};
