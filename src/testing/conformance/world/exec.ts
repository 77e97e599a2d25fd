/** Starting commands: their words, environment, directory, input and exit. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Exec, Exit } from "../../../contract/world.ts";
import type { Ground } from "./ground.ts";

const awkward = ["plain", "", " ", "a b", "'", '"', "\\", "$HOME", "`id`", "a\nb", "é 𝄞 ☃", "*", "-n", "a=b", "\u0001"];

export const execTests = (ground: () => Ground): void => {
  const run = async (command: Exec): Promise<Exit> => (await ground().world.exec(command)).exit;
  const bash = (script: string, more: Partial<Exec> = {}): Promise<Exit> =>
    run({ argv: ["bash", "-c", script], ...more });

  test("a command that says something", async () => {
    expect(await bash("echo hi; echo there >&2", { stderr: "apart" })).toEqual({
      code: 0,
      signal: undefined,
      ended: "by itself",
      stdout: "hi\n",
      stderr: "there\n",
      leftovers: 0,
    });
  });

  test("a command that says nothing ends at once", async () => {
    const began = performance.now();
    for (let turn = 0; turn < 20; turn += 1)
      expect(await run({ argv: ["true"] })).toMatchObject({ code: 0, leftovers: 0 });
    expect(performance.now() - began).toBeLessThan(1500);
  });

  test("exit codes and signals are told apart", async () => {
    expect(await bash("exit 3")).toMatchObject({ code: 3, signal: undefined });
    expect(await bash("exit 137")).toMatchObject({ code: 137, signal: undefined });
    expect(await bash("kill -9 $$")).toMatchObject({ code: null, signal: "SIGKILL", ended: "by itself" });
    expect(await bash("kill -SEGV $$")).toMatchObject({ code: null, signal: "SIGSEGV" });
  });

  test("signals have their default effect", async () => {
    expect(await bash("yes | head -1")).toMatchObject({ code: 0, stdout: "y\n" });
    expect(await bash("kill -PIPE $$")).toMatchObject({ signal: "SIGPIPE" });
    expect(await bash("kill -INT $$")).toMatchObject({ signal: "SIGINT" });
  });

  test("words, variables and directories arrive as they are", async () => {
    const words = await run({ argv: ["printf", "%s|", ...awkward] });
    expect(words.stdout).toBe(awkward.map((word) => `${word}|`).join(""));
    for (const [index, name] of awkward.filter((word) => word.trim() !== "" && word !== "*").entries()) {
      const directory = `${String(index)} ${name}`;
      await mkdir(join(ground().world.root, directory));
      const { stdout } = await bash('printf "%s|%s" "$PWD" "$WORD"', { cwd: directory, env: { WORD: name } });
      expect(stdout).toBe(`${join(ground().world.root, directory)}|${name}`);
    }
  });

  test("a long environment and long words", async () => {
    const long = "x".repeat(100_000);
    const { stdout } = await bash("echo ${#LONG} ${#1} ${#2}", { env: { LONG: long } });
    expect(stdout).toBe("100000 0 0\n");
    expect((await run({ argv: ["bash", "-c", "echo ${#1} ${#2}", "-", long, long] })).stdout).toBe("100000 100000\n");
    await expect(run({ argv: ["true", "x".repeat(3_000_000)] })).rejects.toThrow(
      "cannot start true: its arguments and environment are too long",
    );
  });

  test("the environment is small and says that nobody is there", async () => {
    const { stdout } = await bash("env | cut -d= -f1; tty; echo $TERM $GIT_TERMINAL_PROMPT $PAGER $AI_AGENT");
    expect(stdout.split("\n").length).toBeLessThan(40);
    expect(stdout).toContain("not a tty\ndumb 0 cat kelson\n");
  });

  test("a program that cannot be started is one clear sentence", async () => {
    const { world } = ground();
    await world.files.write("plain.txt", "text");
    await expect(run({ argv: ["no-such-program"] })).rejects.toThrow(
      "cannot start no-such-program: no such program was found",
    );
    await expect(run({ argv: ["./plain.txt"] })).rejects.toThrow("cannot start ./plain.txt: it may not be executed");
    await expect(run({ argv: ["true", "a\0b"] })).rejects.toThrow(/NUL/u);
    await expect(run({ argv: ["true"], cwd: "gone" })).rejects.toThrow(/cannot run in gone: nothing is there/u);
    await expect(run({ argv: ["true"], cwd: "plain.txt" })).rejects.toThrow(
      /cannot run in plain.txt: .*not a directory/u,
    );
  });

  test("standard input is empty, a text, or open", async () => {
    expect(await run({ argv: ["cat"] })).toMatchObject({ code: 0, stdout: "" });
    const text = "grüße\n".repeat(200_000);
    expect((await run({ argv: ["cat"], stdin: { text } })).stdout).toBe(text);
    const running = await ground().world.exec({ argv: ["bash", "-c", "read a; echo got $a; cat"], stdin: "open" });
    running.write("one\n");
    running.write("two\n");
    running.end();
    expect((await running.exit).stdout).toBe("got one\ntwo\n");
  });

  test("a command that stops reading its input ends as usual", async () => {
    const text = "x".repeat(5_000_000);
    expect(await run({ argv: ["head", "-c", "2"], stdin: { text } })).toMatchObject({ code: 0, stdout: "xx" });
    expect(await bash("exec 0<&-; sleep 0.1; echo done", { stdin: { text } })).toMatchObject({ stdout: "done\n" });
    const running = await ground().world.exec({ argv: ["true"], stdin: "open" });
    await running.exit;
    running.write("too late");
    running.end();
  });

  test("a hundred commands at once keep to themselves", async () => {
    const all = Array.from({ length: 100 }, async (_, index) => {
      const script = `for i in $(seq 200); do echo ${String(index)}; echo ${String(index)} >&2; done; exit ${String(index)}`;
      const exit = await bash(script, { stderr: index % 2 === 0 ? "apart" : "merged" });
      expect(exit).toMatchObject({ code: index, leftovers: 0 });
      expect(new Set((exit.stdout + exit.stderr).split("\n"))).toEqual(new Set([String(index), ""]));
      expect(exit.stdout.length + exit.stderr.length).toBe(400 * (String(index).length + 1));
    });
    await Promise.all(all);
  });
};
