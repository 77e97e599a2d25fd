/** The viewer of the raw log: a table that follows, is searched, opens lines, and says whether the chain holds. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { visibleWidth } from "@earendil-works/pi-tui";
import { describe, expect, test } from "vitest";
import { exportedLine } from "../../../src/transports/tui/log-viewer/log-pages.ts";
import { longSession } from "./long-session.ts";
import { keys, type Staging, stage, until } from "../stage.ts";

process.env["TZ"] = "UTC";

const titles = [
  "",
  "Mend the failing test",
  "長い題名はどこかで切らなければならない、そうでなければ行からはみ出してしまう",
  "family 👩‍👩‍👧 and flags 🇯🇵🇫🇷",
  "اسم من اليمين إلى اليسار",
  "\u001b]0;owned\u0007\u001b[2Jan \u009battack\nin two lines",
];

const golden = async (columns: number) => {
  const all = await stage({ columns, rows: 12 });
  const { runtime } = all.screen.desk.place();
  const title = (seq: number): string => titles[seq] ?? "";
  await all.screen.desk.switchSession(await longSession(runtime, { lines: titles.length, cwd: all.cwd, title }));
  const viewed = all.run("/log");
  await until(() => all.frame().includes("chain verified") && all.frame().includes("Mend"), "the log");
  all.press(keys.up);
  expect(Math.max(...all.frame().split("\n").map(visibleWidth))).toBeLessThanOrEqual(columns);
  for (const attack of ["owned", "\u001b[2J", "\u009b"]) expect(all.terminal.written()).not.toContain(attack);
  return { ...all, viewed, frame: all.frame().replaceAll(/schema 1 .*/gu, "schema 1 …") };
};

const opened = async (staging: Staging, said: readonly string[]) => {
  const all = await stage(staging);
  for (const text of said) await all.say(text);
  const viewed = all.run("/log");
  await until(() => all.frame().includes("chain verified") || all.frame().includes("BROKEN"), "the proof");
  await until(() => all.frame().includes("run.ended"), "the first page");
  return { ...all, viewed };
};

describe("the log", () => {
  test("on a wide screen", async () => {
    const { frame, press, viewed } = await golden(100);
    expect(frame).toMatchInlineSnapshot(`
      "Log · 6 lines
      chain verified: 6 lines, signed up to line 6
      › words, or type:call
        SEQ TIME     TYPE               STEP WHAT
          0 00:00:00 session.opened          schema 1 …
          1 00:00:00 session.named           Mend the failing test · user
          2 00:00:00 session.named           長い題名はどこかで切らなければならない、そうでなければ行から…
          3 00:00:00 session.named           family 👩‍👩‍👧 and flags 🇯🇵🇫🇷 · user
      ›   4 00:00:00 session.named           اسم من اليمين إلى اليسار · user
          5 00:00:00 session.named           an <009b>attack in two lines · user

      Enter opens a line · End follows · Tab verifies again · Esc back"
    `);
    press(keys.escape);
    await viewed;
  });

  test("on a narrow screen", async () => {
    const { frame, press, viewed } = await golden(40);
    expect(frame).toMatchInlineSnapshot(`
      "Log · 6 lines
      chain verified: 6 lines, signed up to l…
      › words, or type:call
        SEQ TYPE               WHAT
          0 session.opened     schema 1 …
          1 session.named      Mend the faili…
          2 session.named      長い題名はどこ…
          3 session.named      family 👩‍👩‍👧 and …
      ›   4 session.named      اسم من اليمين …
          5 session.named      an <009b>attac…

      Enter opens a line · End follows · Tab …"
    `);
    press(keys.escape);
    await viewed;
  });

  test("opens a line to its whole JSON with its seal", async () => {
    const { frame, press, type, viewed, screen } = await opened({ columns: 100, rows: 40 }, ["find \u001b]0;me\u0007"]);
    type("type:user.said");
    await until(() => /· 1 of \d+ lines/u.test(frame()));
    press(keys.enter);
    await until(() => frame().includes('"seal"'));
    const { runtime, session } = screen.desk.place();
    const seq = Number(/line (\d+) of/u.exec(frame())?.[1]);
    const { seal } = JSON.parse((await exportedLine(runtime, session.id, seq)) ?? "") as { seal: string };
    expect(frame()).toContain(`"seal": "${seal}"`);
    expect(frame()).toContain('"type": "user.said"');
    expect(frame()).toContain("\\u001b]0;me\\u0007");
    press(keys.escape);
    expect(frame()).toContain("chain verified");
    press(keys.escape);
    expect(frame()).not.toContain("1 of");
    press(keys.escape);
    await viewed;
  });

  test("follows live, and finds what comes later", async () => {
    const { frame, press, type, viewed, say } = await opened({ rows: 20, turns: [{ text: "one" }, { text: "two" }] }, [
      "a",
    ]);
    expect(frame()).toContain("· follows");
    const lines = Number(/(\d+) lines/u.exec(frame())?.[1]);
    await say("needle in the log");
    await until(() => Number(/(\d+) lines/u.exec(frame())?.[1]) > lines);
    press(keys.up);
    expect(frame()).not.toContain("· follows");
    type("NEEDLE");
    await until(() => /· 1 of/u.test(frame()));
    await until(() => frame().includes("user.said"));
    await say("another needle");
    await until(() => /· 2 of/u.test(frame()));
    press(keys.escape, keys.escape);
    await viewed;
  });

  test("says where the chain breaks", async () => {
    const { frame, press, viewed, state } = await opened({ columns: 100 }, ["a"]);
    const database = new DatabaseSync(join(state, "sessions.db"));
    const changed = database
      .prepare("update lines set text = replace(text, 'run.started', 'run.startet') where text like '%run.started%'")
      .run();
    database.close();
    expect(changed.changes).toBe(1);
    press(keys.tab);
    await until(() => frame().includes("BROKEN"));
    expect(frame()).toMatch(/chain BROKEN at line \d+: /u);
    press(keys.escape);
    await viewed;
  });

  test("of 20,000 lines is moved in, searched and proved", async () => {
    const { screen, frame, press, type, run, cwd } = await stage({ columns: 120, rows: 40 });
    const id = await longSession(screen.desk.place().runtime, { lines: 20_000, cwd });
    await screen.desk.switchSession(id);
    const viewed = run("/log");
    await until(() => frame().includes("the 19999th title"), "the first page");
    for (let count = 0; count < 5; count += 1) press(keys.pageUp);
    await until(() => frame().includes("the 19824th title"), "an earlier page");
    press("\u001b[H");
    await until(() => frame().includes("session.opened"), "the first line");
    await until(() => frame().includes("chain verified"), "the proof");
    expect(frame()).toContain("20000 lines");
    type("19990th");
    await until(() => /· 1 of \d+ lines · follows$/mu.test(frame()), "the search");
    await until(() => frame().includes("the 19990th title"), "the line that was found");
    expect(frame()).not.toContain("19991");
    press(keys.escape, keys.escape);
    await viewed;
  });
});
