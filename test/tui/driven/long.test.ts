/** Much at once: a paste of 10,000 lines, a session of 10,000 events. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openBench } from "../../../bench/kelson.ts";
import { longSession } from "../../../bench/long-session.ts";
import { faces, noTmux, seat } from "./seat.ts";

const lines = Array.from({ length: 10_000 }, (_, index) => `pasted-${index} of many`);

describe.skipIf(noTmux !== undefined).each(faces)("%s (needs tmux)", (face) => {
  test("a paste of 10,000 lines is one attachment, and whole", async () => {
    const at = await seat();
    const model = await at.model(() => ({ text: "Read it all." }));
    await at.kelson(face, model.flags);
    await at.type("look: ");
    await at.paste(lines.join("\n"));
    await at.until(/10,?000 lines/u);
    await at.type(" and this after it");
    const screen = await at.until("and this after it");
    expect(screen).not.toContain("pasted-5000");
    await at.press("Enter");
    await at.until("Read it all.");
    await at.press("C-d");
    await at.ended();
    const { text = "" } = model.requests[0] ?? {};
    expect([lines[0], lines[5_000], lines[9_999]].filter((line) => !text.includes(line ?? ""))).toEqual([]);
    expect(text).toMatch(/look: [^]*and this after it/u);
  });

  test("a session of 10,000 events is opened, scrolled, and gone on with", async () => {
    const at = await seat();
    const model = await at.model(() => ({ text: "Gone on." }));
    const writing = openBench(model.url, join(at.home, "long"));
    const events = await longSession(writing, 2_000, at.cwd);
    await writing.runtime.close();
    expect(events).toBeGreaterThan(10_000);
    await at.kelson(face, `-r long --state-dir ${join(at.home, "long/state")} ${model.flags}`);
    await at.until("noop");
    if (face === "fixed") {
      await at.press("PPage", "PPage", "PPage");
      await at.until("more below");
      await at.press("C-Home");
      await at.until("do it");
      await at.press("C-End");
      await at.until((screen) => !screen.includes("more below"));
    } else {
      await at.untilAnywhere(/earlier items are not shown/u);
    }
    await at.say("go on");
    await at.until("Gone on.");
    await at.press("C-d");
    expect(await at.ended()).toBe(0);
    await writing.close();
  });
});
