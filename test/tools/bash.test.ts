/** `bash` runs a command to its end, whatever that end is, and shows all that it printed. */
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Exec, World } from "../../src/contract/world.ts";
import { bash } from "../../src/tools/bash.ts";
import { workshop } from "./workshop.ts";

const withoutBash = ([program, ...words]: Exec["argv"]): Exec["argv"] => [program.replace("bash", "no-bash"), ...words];

const run = async (command: string, more: object = {}) => {
  const { use } = await workshop({ "src/a.txt": "" });
  return use(bash, { command, ...more });
};

describe("bash", () => {
  it.each([
    ["echo hello", "hello"],
    ["echo one; echo two >&2; echo three", "one\ntwo\nthree"],
    ["true", "[no output]"],
    ["printf 'no newline'", "no newline"],
    ["ls", "src"],
    ["cat", "[no output]"],
    ["echo grüß 👋 | tr a-z a-z", "grüß 👋"],
    ["[[ a == a ]] && echo ${BASH_VERSION:+bash}", "bash"],
  ])("%s", async (command, text) => {
    expect(await run(command)).toMatchObject({ ok: true, text });
  });

  it("runs where it is told, else in the root", async () => {
    const { use, root } = await workshop({ "src/a.txt": "" });
    expect(await use(bash, { command: "cd src; export A=1; pwd" })).toMatchObject({ text: `${root}/src` });
    expect(await use(bash, { command: "echo $A; pwd" })).toMatchObject({ text: `\n${root}` });
    expect(await use(bash, { command: "pwd", cwd: "src" })).toMatchObject({ text: `${root}/src` });
    const missing = { ok: false, message: expect.stringContaining("missing") };
    expect(await use(bash, { command: "pwd", cwd: "missing" })).toMatchObject(missing);
  });

  it.each([
    ["echo out; exit 3", "exit code 3", "out"],
    ["false", "exit code 1", "[no output]"],
    ["kelson-no-such-program", "exit code 127", expect.stringContaining("not found")],
    ["kill -9 $$", "ended by SIGKILL", "[no output]"],
  ])("%s fails", async (command, message, text) => {
    expect(await run(command)).toMatchObject({ ok: false, category: "exception", message, text });
  });

  it("streams its output while it runs", async () => {
    const { use } = await workshop();
    const heard: string[] = [];
    const running = use(bash, { command: "echo one; sleep 1; echo two" }, { output: (text) => heard.push(text) });
    await delay(700);
    expect(heard.join("")).toBe("one\n");
    await running;
    expect(heard.join("")).toBe("one\ntwo\n");
  });

  it("keeps all of 10 MB", async () => {
    const { text } = await run("head -c 10000000 /dev/zero | tr '\\0' x; echo; echo end");
    expect(text).toHaveLength(10_000_004);
    expect(text.endsWith("x\nend")).toBe(true);
  });

  it("ends at its time limit, with the output so far", async () => {
    const began = performance.now();
    expect(await run("echo begun; sleep 60 & sleep 60", { timeout_seconds: 1 })).toMatchObject({
      ok: false,
      category: "timeout",
      message: "not done after 1 second, and so ended; timeout_seconds can be 600 at most",
      text: expect.stringMatching(/^begun/),
    });
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it("stops when it is aborted, with the output so far", async () => {
    const { use } = await workshop();
    const abort = new AbortController();
    const running = use(bash, { command: "echo begun; sleep 60" }, { signal: abort.signal });
    await delay(500);
    abort.abort();
    expect(await running).toMatchObject({
      ok: false,
      category: "interrupted",
      message: "stopped before it was done",
      text: expect.stringMatching(/^begun/),
    });
  });

  it("does not wait for what runs in the background, and says that it ended it", async () => {
    const began = performance.now();
    expect(await run("sleep 60 & echo started")).toMatchObject({
      ok: true,
      text: "started\n[1 background process ended with the call.]",
    });
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it("uses sh where there is no bash, and says so", async () => {
    const { use, world } = await workshop();
    const exec: World["exec"] = (command) => world.exec({ ...command, argv: withoutBash(command.argv) });
    const text = "hello\n[There is no bash here; sh ran it.]";
    expect(await use(bash, { command: "echo hello" }, { world: { ...world, exec } })).toMatchObject({ ok: true, text });
  });

  it("previews the command with its directory", async () => {
    const { world, root } = await workshop();
    expect(await bash.preview?.({ command: "ls" }, world)).toBe(`ls\n(in ${root})`);
    expect(await bash.preview?.({ command: "ls", cwd: "src" }, world)).toBe("ls\n(in src)");
  });

  it("says what it is about", () => {
    expect(bash.targets({ command: "ls" })).toEqual([{ kind: "command", command: "ls" }]);
    expect(bash.targets({ command: "ls", cwd: "src" })).toEqual([{ kind: "command", command: "ls", cwd: "src" }]);
  });
});
