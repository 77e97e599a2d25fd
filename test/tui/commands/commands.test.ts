/** The commands of the screen, on real sessions. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { status } from "../../../src/folds/status/status.ts";
import { attachedPart } from "../../../src/transports/tui/attached.ts";
import { screenCommands } from "../../../src/transports/tui/commands/screen-commands.ts";
import { nearest } from "../../../src/transports/tui/commands/nearest.ts";
import { keys, stage, until } from "../stage.ts";

const everyCommand =
  "agents calls clear compact context cost details diff doctor export fork help images log memory mode model name new plan policy queue quit resume rewind sessions skills status theme think tools";

test("each command of the issue is there once", () => {
  expect(screenCommands.map(({ name }) => name).join(" ")).toBe(everyCommand);
});

test("a name that was meant is found, and none is guessed", () => {
  const names = screenCommands.map(({ name }) => name);
  const typed = ["hlep", "modle", "stat", "sesions", "rewnd", "xyzzy", "q", "memroy"];
  expect(typed.map((one) => nearest(one, names))).toEqual([
    "help",
    "model",
    "status",
    "sessions",
    "rewind",
    undefined,
    undefined,
    "memory",
  ]);
});

describe("what is no command", () => {
  test("is for the model, skills too; a wrong name suggests the nearest", async () => {
    const { run } = await stage();
    expect(await run("hello")).toBe(false);
    expect(await run("/etc/hosts")).toBe(false);
    await expect(run("/modle x")).rejects.toThrow("/modle is neither a command nor a skill; did you mean /model?");
    await expect(run("/quit now")).rejects.toThrow('/quit takes nothing after it, got "now"');
    await expect(run("/mode plann")).rejects.toThrow('got "plann"; did you mean plan?');
    await expect(run("/think hard")).rejects.toThrow("/think takes low, medium, high, show, hide or nothing");
    await expect(run("/resume nope")).rejects.toThrow('no session has the id "nope"');
  });
});

describe("sessions", () => {
  test("clear begins a new one and keeps the old one, resume goes back to it", async () => {
    const { run, say, below, screen, press, frame } = await stage({ turns: [{ text: "one" }, { text: "two" }] });
    await say("the very first thing");
    const before = screen.desk.place().session.id;
    await run("/clear");
    const after = screen.desk.place().session.id;
    expect(after).not.toBe(before);
    expect(below()).toEqual([`note: a new session; the one before is kept: /resume ${before}`]);
    await say("something else");
    const resumed = run("/resume");
    await until(() => frame().includes("› the very first thing"));
    press(keys.enter);
    await resumed;
    expect(screen.desk.place().session.id).toBe(before);
    await run("/name A good title");
    await until(() => screen.board()?.transcript.title === "A good title");
    await run(`/resume ${after.slice(0, -1)}`);
    expect(screen.desk.place().session.id).toBe(after);
    await run("/clear");
    const blank = screen.desk.place().session.id;
    await run("/new");
    expect(below().at(-1)).toBe("note: a new session");
    await expect(run(`/resume ${blank}`)).rejects.toThrow(`no session has the id "${blank}"`);
  });

  test("a message comes back as it was typed, without the files that were sent with it", async () => {
    const { run, screen, press, frame, input } = await stage();
    const { session } = screen.desk.place();
    const parts = [
      { type: "text", text: "read @a.ts" } as const,
      attachedPart({ kind: "file", path: "a.ts", text: "1" }),
    ];
    await session.send({ type: "say", id: screen.desk.newId(), parts });
    await session.rest();
    const rewound = run("/rewind");
    await until(() => frame() !== "");
    press(keys.enter);
    await rewound;
    expect(input()).toBe("read @a.ts");
  });

  test("rewind goes back to before a message, which comes back into the input", async () => {
    const turns = [{ text: "one" }, { text: "two" }, { text: "three" }];
    const { run, say, below, screen, press, frame, input } = await stage({ turns });
    await say("first question\nwith a second line");
    await say("second question");
    const before = screen.desk.place().session.id;
    const rewound = run("/rewind");
    await until(() => frame() !== "");
    expect(frame().replaceAll(/line \d+/gu, "line N")).toMatchInlineSnapshot(`
      "Back to before which message? · 2
      ›
      › second question  after step 1 · now · line N
        first question   after step 0 · now · line N
      ↑↓ move · Enter chooses · Esc leaves"
    `);
    press(keys.down, keys.enter);
    await rewound;
    const { session } = screen.desk.place();
    expect(session.id).not.toBe(before);
    expect(input()).toBe("first question\nwith a second line");
    expect(below()).toEqual([`note: back at step 0; all that was said since stays in ${before}`]);
    await until(() => screen.board() !== undefined && screen.desk.place().session.id === session.id);
    await say("another question");
    await until(() => screen.board()?.transcript.items.some(({ kind }) => kind === "text") ?? false);
    const said = screen.board()?.transcript.items.flatMap((item) => (item.kind === "message" ? [item.text] : []));
    expect(said).toEqual(["another question"]);
  });

  test("fork goes on here, and the other stays", async () => {
    const { run, say, screen, press, frame } = await stage();
    await say("first");
    const before = screen.desk.place().session.id;
    const forked = run("/fork");
    await until(() => frame() !== "");
    press(keys.enter);
    await forked;
    const fork = (await screen.desk.place().runtime.list()).find(({ forkedFrom }) => forkedFrom !== undefined);
    expect(fork?.id).toBe(screen.desk.place().session.id);
    expect(fork?.forkedFrom?.session).toBe(before);
  });

  test("export asks for format and file, and overwrites none", async () => {
    const { run, say, below, press, frame, type, cwd } = await stage({ columns: 100 });
    await say("first");
    await writeFile(join(cwd, "there.md"), "mine");
    await expect(run("/export markdown there.md")).rejects.toThrow("cannot be made");
    const exported = run("/export");
    await until(() => frame() !== "");
    press(keys.enter);
    await until(() => frame().startsWith("File, in"));
    expect(frame()).toContain(".md");
    press("\u0015");
    type("there.md");
    press(keys.enter);
    await until(() => below().length === 1);
    expect(below()[0]).toContain("error: ");
    await until(() => frame().startsWith("File, in"));
    type(".new");
    press(keys.enter);
    await exported;
    expect(below()[1]).toMatch(/^note: \d+ events of .* written to .*there\.md\.new$/u);
    expect(await readFile(join(cwd, "there.md"), "utf8")).toBe("mine");
    expect(await readFile(join(cwd, "there.md.new"), "utf8")).toContain("first");
  });
});

describe("what waits", () => {
  test("is listed, withdrawn, and taken back into the input", async () => {
    const { run, screen, press, frame, input, below, left } = await stage({
      turns: [{ text: "slow", delayMs: 60_000 }, { text: "x" }],
    });
    const { session } = screen.desk.place();
    const say = (text: string) =>
      screen.send({ type: "say", id: crypto.randomUUID(), parts: [{ type: "text", text }] });
    await say("work");
    await say("then this");
    await say("and that");
    const edited = run("/queue");
    await until(() => frame() !== "");
    expect(frame()).toMatchInlineSnapshot(`
      "Messages that wait · 2
      ›
      › then this  when the run has ended
        and that   when the run has ended
      ↑↓ move · Enter chooses · Esc leaves"
    `);
    press(keys.enter);
    await until(() => frame().startsWith("then this"));
    press(keys.enter);
    await edited;
    expect(input()).toBe("then this");
    await until(() => screen.board()?.status.queue.length === 1);
    const asked = run("/quit");
    await until(() => frame().startsWith("A run is under way. Stop it, and withdraw what waits (1 message)?"));
    press(keys.down, keys.enter);
    await asked;
    expect(left()).toBe(true);
    expect(below()).toEqual([]);
    expect(await session.read(status)).toMatchObject({ run: null, ended: "cancelled", queue: [] });
  });
});

describe("how it works and looks", () => {
  test("a mode is chosen, the freest one only after a yes", async () => {
    const { run, screen, press, frame, below } = await stage();
    await until(() => screen.board() !== undefined);
    const chosen = run("/mode");
    await until(() => frame() !== "");
    expect(frame()).toContain("› default ");
    press(keys.down, keys.enter);
    await chosen;
    await until(() => screen.board()?.status.mode === "accept-edits");
    await run("/plan");
    await until(() => screen.board()?.status.mode === "plan");
    await run("/plan off");
    await until(() => screen.board()?.status.mode === "default");
    const free = run("/mode bypass");
    await until(() => frame().startsWith("Let every call run unasked?"));
    press(keys.enter);
    await free;
    expect(below().map((text) => text.split(":")[1])).toEqual([" mode accept-edits", " mode plan", " mode default"]);
  });

  test("a theme is worn while it is selected, and taken off when the person leaves", async () => {
    const { run, press, frame, themes } = await stage();
    const left = run("/theme");
    await until(() => frame() !== "");
    press(keys.down, keys.down, keys.escape);
    await left;
    expect(themes()).toEqual(["day", "paper", "night"]);
    const kept = run("/theme");
    await until(() => frame() !== "");
    press(keys.down, keys.enter);
    await kept;
    await run("/theme paper");
    expect(themes().slice(3)).toEqual(["day", "kept day", "paper", "kept paper"]);
    await expect(run("/theme dya")).rejects.toThrow("did you mean day?");
  });

  test("thinking is shown, hidden, and made longer", async () => {
    const { run, screen, below } = await stage();
    await run("/think");
    await run("/think show");
    expect(screen.drawing().open).toBe(true);
    await run("/think high");
    expect(screen.desk.place().effort).toBe("high");
    await run("/think");
    await run("/details");
    expect(below().map((text) => text.replace(/scripted\S+/u, "M"))).toEqual([
      "note: M thinks as its provider sees fit; what it thinks is hidden",
      "note: M thinks high from the next run on",
      "note: M thinks high; what it thinks is shown",
      "note: details are hidden",
    ]);
  });

  test("a model that no list has is taken as it was written", async () => {
    const { run, press, frame, type, screen } = await stage();
    const { model } = screen.desk.place();
    const chosen = run("/model");
    await until(() => frame() !== "");
    type("scripted/other/nowhere.json");
    expect(frame()).toContain("› scripted/other/nowhere.json");
    press(keys.enter);
    await expect(chosen).rejects.toThrow("nowhere.json");
    expect(screen.desk.place().model).toBe(model);
  });
});
