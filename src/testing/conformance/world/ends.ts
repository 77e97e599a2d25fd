/** How commands end: by time, by signal, by kill, and with them all that they started. */
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Exec, Exit } from "../../../contract/world.ts";
import type { Ground } from "./ground.ts";

/** Ways in which a command leaves a process behind that writes `late` after half a second. */
const late = "sleep 0.5; echo x >> late";
const leaving: Readonly<Record<string, string>> = {
  "in the background": `(${late}) &`,
  "with nohup": `nohup bash -c '${late}' &`,
  "in its own session": `setsid bash -c '${late}' &`,
  "in its own session without output": `setsid bash -c '${late}' > /dev/null 2>&1 &`,
  "as a daemon": `(setsid bash -c '(${late}) &' > /dev/null 2>&1 < /dev/null &)`,
  "ignoring signals": `(trap '' TERM HUP INT; ${late}; ${late}) &`,
  disowned: `(${late}) & disown -a`,
};

export const endTests = (ground: () => Ground): void => {
  const run = async (command: Exec): Promise<Exit> => (await ground().world.exec(command)).exit;
  const bash = (script: string, more: Partial<Exec> = {}): Promise<Exit> =>
    run({ argv: ["bash", "-c", script], ...more });

  test("a time limit ends it, and what it said is kept", async () => {
    const exit = await timed(() => bash("echo before; sleep 100; echo after", { timeoutMs: 300 }));
    expect(exit).toMatchObject({ ended: "timeout", code: null, signal: "SIGTERM", stdout: "before\n" });
    expect(exit.ms).toBeLessThan(1500);
  });

  test("a command that does not hear SIGTERM is killed", async () => {
    const exit = await timed(() => bash("trap '' TERM; while :; do sleep 0.1; done", { timeoutMs: 200 }));
    expect(exit).toMatchObject({ ended: "timeout", code: null, signal: "SIGKILL" });
    expect(exit.ms).toBeLessThan(2000);
  });

  test("a command that tidies up when it is ended has the time to", async () => {
    const exit = await bash("trap 'echo tidy; exit 4' TERM; sleep 100 & wait", { timeoutMs: 200 });
    expect(exit).toMatchObject({ ended: "timeout", code: 4, stdout: "tidy\n" });
  });

  test("an abort ends it: before, while it starts, and later", async () => {
    const none = { code: null, signal: undefined, ended: "aborted", stdout: "", stderr: "", leftovers: 0 };
    expect(await bash("touch ran", { signal: AbortSignal.abort() })).toEqual(none);
    expect(await ground().world.files.stat("ran")).toBeUndefined();
    for (const delayMs of [0, 1, 2, 3, 5, 100]) {
      const control = new AbortController();
      setTimeout(() => {
        control.abort();
      }, delayMs);
      const exit = await timed(() => bash("sleep 100", { signal: control.signal }));
      expect(exit).toMatchObject({ ended: "aborted", code: null });
      expect(exit.ms).toBeLessThan(1500);
    }
  });

  test("a kill ends it, and later kills do nothing", async () => {
    const running = await ground().world.exec({ argv: ["sleep", "100"] });
    running.kill();
    // Where a sandbox is still being built around it, only SIGKILL is heard.
    const signal = expect.stringMatching(/^SIG(?:TERM|KILL)$/u);
    expect(await running.exit).toMatchObject({ ended: "aborted", code: null, signal });
    running.kill();
  });

  describe.each(Object.entries(leaving))("a process left %s", (_, script) => {
    test("neither holds up its command nor outlives it", async () => {
      const exit = await timed(() => bash(`${script}\necho done`));
      expect(exit).toMatchObject({ code: 0, ended: "by itself" });
      expect(exit.stdout).toContain("done\n");
      expect(exit.ms).toBeLessThan(1500);
      await sleep(700);
      expect(await ground().world.files.stat("late")).toBeUndefined();
    });

    test("ends at the time limit, too", async () => {
      const exit = await timed(() => bash(`${script}\nsleep 100`, { timeoutMs: 200 }));
      expect(exit.ended).toBe("timeout");
      await sleep(700);
      expect(await ground().world.files.stat("late")).toBeUndefined();
    });
  });

  test("processes that keep making new ones and leaving are caught", async () => {
    const { files, root } = ground().world;
    await files.write("chain.sh", "#!/bin/bash\necho x >> beats\nsleep 0.03\nsetsid ./chain.sh > /dev/null 2>&1 &\n");
    await chmod(join(root, "chain.sh"), 0o755);
    await bash("./chain.sh & ./chain.sh & sleep 0.3");
    const beats = (await files.stat("beats"))?.bytes;
    await sleep(300);
    expect((await files.stat("beats"))?.bytes).toBe(beats);
  });

  test("output that comes just after the end is still heard", async () => {
    expect((await bash("(sleep 0.01; echo late) & echo early")).stdout).toBe("early\nlate\n");
  });

  test("a closed world leaves nothing running", async () => {
    const { world } = ground();
    const exits = ["sleep 100", "setsid sleep 100 & sleep 100"].map((script) => bash(script));
    await sleep(100);
    await world.close();
    for (const exit of await Promise.all(exits)) expect(exit.ended).toBe("aborted");
  });
};

const timed = async (exit: () => Promise<Exit>): Promise<Exit & { ms: number }> => {
  const began = performance.now();
  return { ...(await exit()), ms: performance.now() - began };
};
