/** What a call asks, on a real terminal: each answer, and no answer by accident. */
import { existsSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { faces, noTmux, seat } from "./seat.ts";

const bash = (command: string) => ({ calls: [{ name: "bash", input: { command } }] });

describe.skipIf(noTmux !== undefined).each(faces)("%s (needs tmux)", (face) => {
  test("yes, no with a reason, for the session, always, edited, explained, later", async () => {
    const at = await seat();
    const there = (name: string): boolean => existsSync(join(at.cwd, name));
    const commands = ["once", "never", "long", "long", "kept-1", "kept-1", "before", "why"].map(
      (name, index) => `touch ${name} && echo made-${index}`,
    );
    const model = await at.model(({ turn }) => {
      const command = commands[turn - 1];
      return command === undefined ? { text: "All asked." } : bash(command);
    });
    await at.kelson(face, model.flags);
    await at.say("go");

    await at.asked("touch once");
    expect(there("once")).toBe(false);
    await at.press("y");

    await at.asked("touch never");
    expect(there("once")).toBe(true);
    await at.press("n");
    await at.until("Why not?");
    await at.say("because of the moon");

    await at.asked("touch long");
    expect(there("never")).toBe(false);
    expect(model.requests.at(-1)?.text).toContain("because of the moon");
    await at.press("s");

    // The second `touch long` is not asked about.
    // The rule that is added is the one that was shown.
    expect(await at.asked("touch kept-1")).toContain("Bash(touch kept-1)");
    expect(there("long")).toBe(true);
    await at.press("a");

    await at.asked("touch before");
    expect(await findIn(at.home, "Bash(touch kept-1)")).toBeDefined();
    await at.press("e");
    await at.until("Run this instead");
    await at.press("C-u");
    await at.say("touch after");

    await at.asked("touch why");
    expect([there("before"), there("after")]).toEqual([false, true]);
    await at.press("?");
    await at.untilAnywhere(/would be|asks|ask /u);
    await at.asked("touch why");
    await at.press("Escape");
    await at.atInput();
    await at.until(/waits for your answer/u);
    await at.press("Tab");
    await at.asked("touch why");
    await at.press("y");
    await at.until("All asked.");
    expect(there("why")).toBe(true);
    await at.press("C-d");
    expect(await at.ended()).toBe(0);
  });

  test("keys that are typed as the question comes do not answer it", async () => {
    const at = await seat();
    const gate = Promise.withResolvers<void>();
    const model = await at.model(async ({ turn }) => {
      if (turn > 1) return { text: "Done." };
      await gate.promise;
      return bash("touch by-accident");
    });
    await at.kelson(face, model.flags);
    await at.say("go");
    for (let key = 0; key < 30; key += 1) {
      await at.type("y");
      if (key === 5) gate.resolve();
    }
    await at.until("y".repeat(30));
    await at.until(/waits for your answer/u);
    expect(existsSync(join(at.cwd, "by-accident"))).toBe(false);
    // With the input empty, and after a while without a key, it comes by itself.
    await at.press("C-u");
    await at.asked("touch by-accident");
    await at.press("y");
    await at.until("Done.");
    expect(existsSync(join(at.cwd, "by-accident"))).toBe(true);
    await at.press("C-d");
    await at.ended();
  });
});

/** The line that has the text, of any small file below a directory. */
const findIn = async (directory: string, text: string): Promise<string | undefined> => {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:json|yaml|toml)$/u.test(entry.name)) continue;
    const lines = (await readFile(join(entry.parentPath, entry.name), "utf8")).split("\n");
    const line = lines.find((one) => one.includes(text));
    if (line !== undefined) return line;
  }
  return undefined;
};
