/** What becomes of a command's output. */
import { expect, test } from "vitest";
import type { Exec, Exit } from "../../../contract/world.ts";
import type { Ground } from "./ground.ts";

export const outputTests = (ground: () => Ground): void => {
  const bash = async (script: string, more: Partial<Exec> = {}): Promise<Exit> =>
    (await ground().world.exec({ argv: ["bash", "-c", script], ...more })).exit;

  test("both outputs are one text, or apart", async () => {
    const script = "echo a; echo b >&2";
    const merged = await bash(script);
    expect([merged.stdout.split("\n").toSorted(), merged.stderr]).toEqual([["", "a", "b"], ""]);
    expect(await bash(script, { stderr: "apart" })).toMatchObject({ stdout: "a\n", stderr: "b\n" });
  });

  test("of fifty megabytes the head and the tail are kept", async () => {
    const script = "echo first; head -c 50000000 /dev/zero | tr '\\0' x; echo; echo last";
    const { stdout, code } = await bash(script, { maxChars: 1000 });
    expect(code).toBe(0);
    expect(stdout).toBe(
      `first\n${"x".repeat(494)}\n[... 49,999,012 characters left out ...]\n${"x".repeat(494)}\nlast\n`,
    );
  });

  test("endless output neither fills the memory nor holds up the rest", async () => {
    const before = process.memoryUsage().rss;
    let ticks = 0;
    const clock = setInterval(() => (ticks += 1), 10);
    const exit = await bash("yes", { timeoutMs: 1000, maxChars: 1_000_000 });
    clearInterval(clock);
    expect(exit.ended).toBe("timeout");
    expect(exit.stdout.length).toBeLessThan(1_000_100);
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
    expect(ticks).toBeGreaterThan(30);
  });

  test("bytes that are no text do no harm, and characters are never cut", async () => {
    const { stdout } = await bash("head -c 300000 /dev/urandom");
    expect(stdout).toContain("\uFFFD");
    expect((await bash("printf '\\xc3'; sleep 0.1; printf '\\xa9'")).stdout).toBe("é");
    const cut = await bash("for i in $(seq 100); do printf 𝄞; done", { maxChars: 11 });
    expect(cut.stdout).toBe("𝄞𝄞𝄞\n[... 190 characters left out ...]\n𝄞𝄞".replace("190", String(200 - 6 - 4)));
  });

  test("whoever listens hears everything, while it comes", async () => {
    const pieces: string[] = [];
    const output = (text: string): void => {
      pieces.push(text);
    };
    const { stdout } = await bash("echo one; sleep 0.2; echo two", { output });
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join("")).toBe(stdout);
    expect(stdout).toBe("one\ntwo\n");
  });

  test("nothing of the output is lost at the end", async () => {
    const script = "seq 100000 | tail -c 500000";
    const sizes = await Promise.all(Array.from({ length: 10 }, async () => (await bash(script)).stdout.length));
    expect(new Set(sizes)).toEqual(new Set([500_000]));
  });
};
