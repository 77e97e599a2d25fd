/** However the program comes to its end, the terminal is as it was found, and the shell can be used. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { Reply } from "../../../src/testing/model-server/reply.ts";
import { faces, noTmux, root, seat, type Seat } from "./seat.ts";

const slowly: Reply = { text: "word ".repeat(2_000), pieceChars: 5, delayMs: 5 };
// By its seconds the command is told from all others; in a sandbox its process has another id than here.
const seconds = 10_000 + (process.pid % 10_000);
const sleeping: Reply = { calls: [{ name: "bash", input: { command: `sleep ${seconds}` } }] };
const sleepers = (): number[] =>
  execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" })
    .split("\n")
    .flatMap((line) => (line.trim().endsWith(` sleep ${seconds}`) ? [Number.parseInt(line, 10)] : []));

/** What is under way when the keys come, and how the screen shows it. */
const states: Readonly<Record<string, (at: Seat, now: { reply: Reply }) => Promise<unknown>>> = {
  idle: async () => {},
  typing: async (at) => {
    await at.type("half a mess");
    await at.until("half a mess");
    await at.press("C-c");
    await at.until((screen) => !screen.includes("half a mess"));
  },
  streaming: async (at, now) => {
    now.reply = slowly;
    await at.say("stream");
    await at.until("word word word");
  },
  "a tool that runs": async (at, now) => {
    now.reply = sleeping;
    await at.say("run");
    await at.until(() => sleepers().length > 0);
  },
  "an approval": async (at, now) => {
    now.reply = { calls: [{ name: "write_file", input: { path: "asked-for", content: "x" } }] };
    await at.say("ask");
    await at.asked("asked-for");
  },
  "a list": async (at) => {
    await at.press("M-m");
    await at.until(/Esc/u);
  },
  "a viewer": async (at) => {
    await at.press("C-t");
    await at.until("session.opened");
  },
  compaction: async (at, now) => {
    now.reply = { text: "A reply." };
    for (const text of ["first", "second", "third"]) {
      await at.say(text);
      await at.untilAnywhere((all) => all.split("A reply.").length > ["first", "second", "third"].indexOf(text) + 1);
    }
    now.reply = slowly;
    await at.say("/compact");
  },
};

const shellOf = (at: Seat): Promise<string> => at.facts("pane_pid").then(({ pane_pid }) => pane_pid);

/** The program, as a child of the pane's shell; 0 before it is there, when `ps` finds nothing and fails. */
const program = async (at: Seat): Promise<number> =>
  Number.parseInt(spawnSync("ps", ["--ppid", await shellOf(at), "-o", "pid="], { encoding: "utf8" }).stdout, 10) || 0;

describe.skipIf(noTmux !== undefined).each(faces)("%s (needs tmux)", (face) => {
  test("Ctrl-C twice, in every state", async () => {
    const at = await seat();
    const now: { reply: Reply } = { reply: { text: "Nothing." } };
    const model = await at.model(() => now.reply);
    for (const [name, come] of Object.entries(states)) {
      now.reply = { text: "Nothing." };
      await at.kelson(face, `--permission-mode ${name === "an approval" ? "default" : "bypass"} ${model.flags}`);
      await come(at, now);
      await at.press("C-c");
      await at.press("C-c");
      expect([name, await at.ended()]).toEqual([name, 0]);
    }
    await vi.waitUntil(() => sleepers().length === 0, 10_000);
    expect(existsSync(join(at.cwd, "asked-for"))).toBe(false);
  }, 120_000);

  test("a session in which nothing was said is not kept, but for one with a name", async () => {
    const at = await seat();
    const model = await at.script({ text: "x" });
    for (const [typed, told, kept] of [
      ["/mode plan", "plan", false],
      ["/name for later", 'named "for later"', true],
      ["/new", /a new session$/mu, false],
    ] as const) {
      await at.kelson(face, `-m ${model}`);
      await at.say(typed);
      await at.atInput();
      await at.until(told);
      await at.press("C-d");
      expect(await at.ended()).toBe(0);
      expect([typed, (await at.screen()).includes("goes on")]).toEqual([typed, kept]);
      await at.run("clear");
    }
    await at.run(`${process.execPath} ${join(root, "src/main.ts")} sessions list`);
    expect((await at.until("for later")).match(/ idle /gu)).toHaveLength(1);
  });

  test("Ctrl-C once stops what runs, and the session goes on", async () => {
    const at = await seat();
    const now: { reply: Reply } = { reply: slowly };
    const model = await at.model(() => now.reply);
    await at.kelson(face, model.flags);
    await at.say("stream");
    await at.until("word word word");
    await at.press("C-c");
    await at.until(/cancelled|stopped/iu);
    now.reply = { text: "Here again." };
    await at.say("are you there");
    await at.until("Here again.");
    await at.press("C-d");
    expect(await at.ended()).toBe(0);
  });

  test("signals: as it starts, SIGTERM, SIGHUP, a stop and fg, a child that is killed, and quickly three times", async () => {
    const at = await seat();
    const now: { reply: Reply } = { reply: { text: "Well." } };
    const model = await at.model(({ turn }) => (turn > 1 ? { text: "It was killed." } : now.reply));
    const flags = `--permission-mode bypass ${model.flags}`;

    // As it starts, until it is gone (two that come together are one): whatever its code is, the terminal is as it was.
    await at.start(face, flags);
    await vi.waitUntil(async () => (await program(at)) > 0, 10_000);
    const pressing = setInterval(() => void at.press("C-c"), 300);
    await at.ended().finally(() => clearInterval(pressing));

    for (const [signal, code] of [
      ["SIGTERM", 143],
      ["SIGHUP", 129],
    ] as const) {
      await at.kelson(face, flags);
      process.kill(await program(at), signal);
      expect([signal, await at.ended()]).toEqual([signal, code]);
    }

    await at.kelson(face, flags);
    await at.type("before the stop");
    await at.press("C-z");
    await at.until(/Stopped/u);
    expect((await at.facts("alternate_on", "cursor_flag")) as object).toEqual({ alternate_on: "0", cursor_flag: "1" });
    await at.run("echo shell-$((40 + 2))");
    await at.until("shell-42");
    await at.run("fg");
    await at.until((screen) => /^─{10}/mu.test(screen) && screen.includes("before the stop"));
    await at.press("C-c", "C-d");
    await vi.waitUntil(async () => (await program(at)) === 0, 10_000);
    await at.run("stty -a > ~/after; echo after-$((40 + 2))");
    await at.until("after-42");
    // The code that the shell gives to a program that was stopped.
    expect(await at.ended()).toBe(148);

    now.reply = sleeping;
    await at.kelson(face, flags);
    await at.say("run");
    await at.until(() => sleepers().length > 0);
    spawnSync("kill", ["-KILL", ...sleepers().map(String)]);
    await at.until("It was killed.");
    // The third one may find the terminal given back already, and is a signal then.
    for (let press = 0; press < 3; press += 1) await at.press("C-c");
    expect([0, 130]).toContain(await at.ended());
  }, 120_000);
});
