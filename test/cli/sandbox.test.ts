/** `kelson sandbox`: what commands are held to. Its attacks are made in test/worlds/bubblewrap.test.ts. */
import { expect, test } from "vitest";
import { workshop } from "./workshop.ts";

test("without a sandbox it says what is not confined", async () => {
  const { kelson } = await workshop();
  const { code, stdout } = await kelson(["sandbox", "--sandbox", "off"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^none holds nothing\n\nConfined:\n✓ /u);
  expect(stdout).toContain("! Commands can use the network.");
});

test("as JSON it is what the log holds", async () => {
  const { kelson } = await workshop();
  const { stdout } = await kelson(["sandbox", "--json", "--sandbox", "off"]);
  expect(JSON.parse(stdout)).toMatchObject({ sandbox: "none", holds: [] });
});

test("a wrong word is one sentence", async () => {
  const { kelson } = await workshop();
  const { code, stderr } = await kelson(["sandbox", "--sandbox", "none"]);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining("--sandbox must be one of read-only, workspace-write, off"),
  ]);
});
