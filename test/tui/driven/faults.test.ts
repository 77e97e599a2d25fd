/** A fault of the program itself: the terminal is as it was found, the fault is told below, and the session can be gone on with. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Reply } from "../../../src/testing/model-server/reply.ts";
import { faces, noTmux, seat } from "./seat.ts";

const planted = { "an exception": "throw new Error(text)", "a rejection": "void Promise.reject(new Error(text))" };

/** Loaded before the program; it fails in it as soon as a file is there. */
const faulty = (sign: string, fails: string): string => `
import { existsSync } from "node:fs";
const text = "a planted fault";
const timer = setInterval(() => {
  if (!existsSync(${JSON.stringify(sign)})) return;
  clearInterval(timer);
  ${fails};
}, 20);
timer.unref();
`;

describe.skipIf(noTmux !== undefined).each(faces)("%s (needs tmux)", (face) => {
  test.each(Object.entries(planted))("%s that nobody catches", async (_, fails) => {
    const at = await seat();
    const preload = join(at.home, "faulty.mjs");
    await writeFile(preload, faulty(join(at.home, "now"), fails));
    const now: { reply: Reply } = { reply: { text: "The first reply." } };
    const model = await at.model(() => now.reply);
    await at.run(`export NODE_OPTIONS='--import ${preload}'`);
    await at.kelson(face, model.flags);
    await at.say("begin");
    await at.until("done after");
    now.reply = { text: `${"A slow one. ".repeat(3)}\n\n${"word ".repeat(2_000)}`, pieceChars: 5, delayMs: 5 };
    await at.say("go on");
    await at.until("word word");
    await at.type("half typed");
    await at.until("half typed");
    await writeFile(join(at.home, "now"), "");
    expect(await at.ended()).toBe(1);
    const all = await at.everything();
    expect(all).toMatch(/The first reply\.[^]*› go on[^]*\n.*faulty\.mjs[^]*\nError: a planted fault\n/u);
    // The fault stands by itself: what was under way does not shine through.
    expect(all.slice(all.indexOf("faulty.mjs"))).not.toMatch(/─{10}|half typed|tokens/u);

    now.reply = { text: "The second reply." };
    await at.run("unset NODE_OPTIONS");
    await at.kelson(face, `-c ${model.flags}`);
    await at.until("The second reply.");
    await at.press("C-d");
    expect(await at.ended()).toBe(0);
    expect(model.requests.at(-1)?.text).toContain("go on");
  });
});
