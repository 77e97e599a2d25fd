/** The spawn helper: quick, exact, and no loss when it or its parent is killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Exec, Exit, World } from "../../src/contract/world.ts";
import { local } from "../../src/worlds/local.ts";
import { helpersOf, processesWith, soon } from "./processes.ts";

const hasHelper = process.platform === "linux";

describe.runIf(hasHelper)("the spawn helper", () => {
  let root: string;
  let world: World;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "kelson-helper-"));
    world = await local()(root);
  });
  afterEach(async () => {
    await world.close();
    await rm(root, { recursive: true });
  });
  const bash = async (script: string, more: Partial<Exec> = {}): Promise<Exit> =>
    (await world.exec({ argv: ["bash", "-c", script], ...more })).exit;

  test("merged outputs come in the exact order in which they were written", async () => {
    const { stdout } = await bash("for i in $(seq 500); do echo $i; echo $i >&2; done");
    expect(stdout).toBe(Array.from({ length: 500 }, (_, index) => `${String(index + 1)}\n`.repeat(2)).join(""));
  });

  test("outputs are pipes, which can be opened by name", async () => {
    const exit = await bash("echo a > /dev/stdout; echo b > /dev/stderr", { stderr: "apart" });
    expect(exit).toMatchObject({ code: 0, stdout: "a\n", stderr: "b\n" });
  });

  test("killed in the middle of a command, it takes the command along and is made anew", async () => {
    const running = bash("echo before; sleep 4711 & setsid sleep 4711 & sleep 4711");
    await soon(() => processesWith("sleep\u00004711").length === 3);
    killHelper();
    expect(await running).toMatchObject({ code: null, signal: "SIGKILL", ended: "by itself", stdout: "before\n" });
    expect(processesWith("sleep\u00004711")).toEqual([]);
    expect(await bash("echo after")).toMatchObject({ code: 0, stdout: "after\n" });
  });

  test("killed again and again, it leaves no command hanging and none mixed up", async () => {
    for (let death = 0; death < 5; death += 1) {
      const commands = Array.from({ length: 30 }, (_, index) => bash(`echo ${String(index)}; sleep 0.01`));
      await sleep(5 + 15 * death);
      killHelper();
      for (const [index, exit] of (await Promise.all(commands)).entries()) {
        expect([`${String(index)}\n`, ""]).toContain(exit.stdout);
        expect([0, null]).toContain(exit.code);
      }
      expect((await bash("echo still here")).stdout).toBe("still here\n");
    }
  });

  test("a daemon without a mark, a group or an output is found", async () => {
    const exit = await bash("(env -i setsid sleep 4712 > /dev/null 2>&1 < /dev/null &)");
    expect(exit).toMatchObject({ code: 0, leftovers: 1 });
    expect(processesWith("sleep\u00004712")).toEqual([]);
  });

  test("a command's daemon is told apart from those of commands that still run", async () => {
    const other = bash("setsid sleep 4713 > /dev/null 2>&1 & sleep 0.5; pgrep -f '^sleep 4713$' | wc -l");
    await soon(() => processesWith("sleep\u00004713").length === 1);
    expect(await bash("(setsid sleep 4714 > /dev/null 2>&1 &)")).toMatchObject({ leftovers: 1 });
    expect(await other).toMatchObject({ stdout: "1\n", leftovers: 1 });
    expect([...processesWith("sleep\u00004713"), ...processesWith("sleep\u00004714")]).toEqual([]);
  });

  test("commands see no key of this process", async () => {
    const secretive = await local({ env: { ...process.env, ANTHROPIC_API_KEY: "sk-canary" } })(root);
    const { exit } = await secretive.exec({ argv: ["bash", "-c", "env; cat /proc/$PPID/environ"] });
    expect((await exit).stdout).not.toContain("canary");
    await secretive.close();
  });

  test("worlds share one, and the last that is closed ends it", async () => {
    const open = local();
    const worlds = await Promise.all([open(root), open(root)]);
    expect(await soon(() => helpersOf(process.pid).length === 2)).toBe(true);
    await worlds[0]?.close();
    expect((await (await worlds[1]?.exec({ argv: ["true"] }))?.exit)?.code).toBe(0);
    await worlds[1]?.close();
    expect(helpersOf(process.pid).length).toBe(1);
  });
});

describe.runIf(hasHelper)("a process with a world", () => {
  const script = (rest: string): ChildProcess =>
    spawn(process.execPath, ["--input-type=module-typescript", "-e", `${opening}\n${rest}`], { stdio: "inherit" });
  const opening = `
import { local } from ${JSON.stringify(join(import.meta.dirname, "../../src/worlds/local.ts"))};
    const world = await local()("/tmp");
    const bash = (script) => world.exec({ argv: ["bash", "-c", script] });
    await (await bash("true")).exit;`;

  test("ends by itself when it forgets to close the world", async () => {
    const [code] = await once(script(""), "exit");
    expect(code).toBe(0);
  });

  test("leaves nothing running when it is killed", async () => {
    const child = script(`await bash("sleep 4715 & setsid sleep 4715 > /dev/null 2>&1 & trap '' TERM; sleep 4715");`);
    expect(await soon(() => processesWith("sleep\u00004715").length === 3)).toBe(true);
    const helpers = helpersOf(child.pid as number);
    child.kill("SIGKILL");
    expect(await soon(() => processesWith("sleep\u00004715").length === 0)).toBe(true);
    expect(helpers.length).toBe(1);
    expect(await soon(() => !processesWith("kelson-spawn-helper").includes(helpers[0] as number))).toBe(true);
  });
});

const killHelper = (): void => {
  for (const pid of helpersOf(process.pid)) process.kill(pid, "SIGKILL");
};
