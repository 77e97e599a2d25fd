/** `kelson demo`: the real program on real input, with a made-up model. */
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workshop } from "./workshop.ts";

test("the test fails, is mended and passes; the chain verifies; the next commands work", async () => {
  const { kelson } = await workshop();
  const { code, stdout, stderr } = await kelson(["demo"]);
  const scratch = /Scratch repository (\S+);/u.exec(stderr)?.[1] ?? "";
  try {
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Both tests pass now\./u);
    expect(stderr).toMatch(/✗ bash npm test[^✓]*✔ without a coupon.*\n.*✖ a coupon takes off its percentage/u);
    expect(stderr).toMatch(
      /✓ edit_file src\/discount\.js.*\n[^✓]*- {2}return cents - percent;\n.*\+ {2}return Math\.round/u,
    );
    expect(stderr).toMatch(/✓ bash npm test[^✗]*✔ without a coupon.*\n.*✔ a coupon takes off its percentage/u);
    expect(stderr).toMatch(
      /✓ completed · 6 steps · 10 calls .* \$0\.00 .*\nsession \S+ in \S+\n✓ chain verified · \d+ lines/u,
    );
    expect(await readFile(join(scratch, "src/discount.js"), "utf8")).toContain("Math.round");
    expect(existsSync(join(scratch, ".git"))).toBe(true);
    const commands = [...stderr.matchAll(/^ {2}(?:npx )?kelson ((?:sessions|audit) .*?) {2,}/gmu)].map(
      ([, words]) => words ?? "",
    );
    expect(commands).toHaveLength(3);
    for (const words of commands) expect(await kelson(words.split(" "))).toMatchObject({ code: 0, stderr: "" });
    expect(await kelson(["replay"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^✓ \S+: 6 requests identical\n$/u),
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
});
