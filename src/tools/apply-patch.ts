/** The tool `apply_patch`: a patch over several files, all of them or none. */
import { z } from "zod";
import { sentenceOf } from "../contract/error.ts";
import { failure, fromZod, tool } from "../contract/tool.ts";
import { counted } from "./counted.ts";
import { PatchError, pathsOf } from "./patch/patch.ts";
import { planPatch } from "./patch/plan-patch.ts";
import { readPatch } from "./patch/read-patch.ts";
import { writeAll } from "./write-all.ts";

const format = `*** Begin Patch
*** Update File: src/a.ts
*** Move to: src/b.ts
@@ class Shape
 context
-old line
+new line
*** Add File: c.txt
+text
*** Delete File: d.txt
*** End Patch`;

const input = z.strictObject({
  patch: z
    .string()
    .superRefine((patch, context) => {
      try {
        readPatch(patch);
      } catch (thrown) {
        context.addIssue({ code: "custom", message: sentenceOf(thrown) });
      }
    })
    .describe(
      `A unified diff, or this (Move to, @@ lines and *** End of File are optional; 3 lines of context are enough):\n${format}`,
    ),
});

export const applyPatch = tool({
  name: "apply_patch",
  description: "Apply a patch to one or more files: change, create, delete, rename. All of it is done, or nothing.",
  input: fromZod(input),
  effects: ["read", "write"],
  parallel: false,
  veiled: true,
  targets: ({ patch }) => pathsOf(readPatch(patch)).map((path) => ({ kind: "path", path, access: "write" })),
  preview: async ({ patch }, world) => {
    try {
      return (await planPatch(world, readPatch(patch))).diff;
    } catch (thrown) {
      if (!(thrown instanceof PatchError)) throw thrown;
      return `This patch would fail: ${thrown.message}`;
    }
  },
  run: async ({ patch }, { world, signal }) => {
    signal.throwIfAborted();
    const changes = readPatch(patch);
    try {
      const plan = await planPatch(world, changes);
      await writeAll(world.files, plan.changes, signal);
      const head = `Applied the patch to ${counted(plan.summary.length, "file")}:`;
      const text = [head, ...plan.summary, ...plan.notes.map((note) => `[${note}]`)].join("\n");
      return { ok: true, parts: [{ type: "text", text }], diff: plan.diff, files: pathsOf(changes) };
    } catch (thrown) {
      if (!(thrown instanceof PatchError)) throw thrown;
      return failure(`nothing was changed. ${thrown.message}`);
    }
  },
});
