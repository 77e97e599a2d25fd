/** A session whose directory is not on this machine is looked at as any other, and is not gone on with. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { workshop } from "./workshop.ts";

const recorded = join(import.meta.dirname, "../golden/0.1.0/approvals.jsonl");

test.each([
  ["sessions", "show"],
  ["sessions", "export", "--format", "markdown"],
  ["sessions", "export", "--format", "json"],
  ["sessions", "export", "--format", "html"],
  ["audit", "list"],
  ["audit", "export"],
  ["audit", "verify"],
  ["cost"],
  ["context"],
  ["replay"],
  ["replay", "--speed", "100000"],
])("kelson %s %s %s", async (...argv) => {
  const { kelson } = await workshop();
  expect((await kelson(["sessions", "import", recorded])).code).toBe(0);
  const { code, stdout } = await kelson(argv);
  expect(code).toBe(0);
  expect(stdout).not.toBe("");
});

test("going on is refused in one sentence", async () => {
  const { kelson, script } = await workshop();
  const id = (await kelson(["sessions", "import", recorded])).stdout.trim();
  const model = await script({ text: "unused" });
  const { code, stderr } = await kelson(["run", "-r", id, "-m", model, "go on"]);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /Error: session \S+ cannot be opened here: cannot open \/tmp\/kelson-golden\S+: nothing is there\n/u,
  );
  const again = await kelson(["replay", id, "--tools", "real"]);
  expect(again).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/cannot be copied to run its calls again: .*\n$/u),
  });
});
