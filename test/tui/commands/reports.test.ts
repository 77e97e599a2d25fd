/** The commands that report, on real sessions. */
import { describe, expect, test } from "vitest";
import { keys, stage, until } from "../stage.ts";

describe("reports", () => {
  test("of the session that is open leave it to its runtime: it goes on after them", async () => {
    const { run, say, below, screen } = await stage({ turns: [{ text: "one" }, { text: "two" }], rows: 100 });
    await say("first");
    for (const name of ["context", "cost", "policy", "tools", "skills", "memory"]) await run(`/${name}`);
    await run("/policy bash git push");
    expect(below().map((text) => text.split("\n")[0])).toEqual([
      "/context",
      "/cost",
      "/policy",
      "/tools",
      "/skills",
      "/memory",
      "/policy bash git push",
    ]);
    await say("second");
    await until(() => screen.board()?.status.step === 2);
    expect(screen.board()?.transcript.items.findLast(({ kind }) => kind === "text")).toMatchObject({ text: "two" });
  });

  test("one that is longer than the terminal scrolls", async () => {
    const { run, frame, press, below } = await stage({ rows: 10 });
    const ended = run("/help");
    await until(() => frame() !== "");
    expect(frame().split("\n")).toHaveLength(10);
    expect(frame()).toMatch(/^\/help\n\/agents \[types\] {2}/u);
    press(keys.end);
    expect(frame()).toContain("end · ");
    expect(frame()).toContain("/tools");
    press(keys.escape);
    await ended;
    expect(below()).toEqual([]);
  });

  test("what is wrong on this machine is told finding by finding", async () => {
    const { run, below } = await stage({ columns: 300 });
    await run("/doctor");
    const [heading, ...findings] = below();
    expect(heading).toBe("/doctor");
    expect(findings.length).toBeGreaterThan(5);
    for (const finding of findings) expect(finding).toMatch(/^[✓·!✗] \w+ .*$/u);
  });

  test("status says where the session stands", async () => {
    const { run, say, below, screen } = await stage({ rows: 60, columns: 120 });
    await say("first");
    await run("/status");
    const { session } = screen.desk.place();
    expect(below()[0]).toContain(`session    ${session.id}`);
    expect(below()[0]).toMatch(/mode {7}default\nsandbox/u);
    expect(below()[0]).toMatch(/took {7}1 step, /u);
  });
});
