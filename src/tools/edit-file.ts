/** The tool `edit_file`: an exact replacement in a text file that leaves every other byte as it is. */
import { z } from "zod";
import { failure, fromZod, tool } from "../contract/tool.ts";
import type { World } from "../contract/world.ts";
import { editableFile } from "./editable-file.ts";
import { type Edit, type Edited, editText } from "./text-edit.ts";
import { encode } from "./text-file.ts";
import { unifiedDiff } from "../diffs/unified-diff.ts";

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
  veiled: true,
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
  const present = await editableFile(world, edit.path, "edit_file");
  if (!present.ok) return present;
  const { file } = present;
  const edited = editText(file.text, edit);
  if (!edited.ok) return edited;
  const diff = unifiedDiff(edit.path, file.text, edited.text);
  return { ok: true, content: encode(edited.text, file), summary: edited.summary, diff };
};
