/** Messages that are said while it works, on a real terminal: shown, edited, withdrawn, sent in their order. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ServedRequest } from "../../../src/testing/model-server/server.ts";
import { faces, noTmux, seat } from "./seat.ts";

describe.skipIf(noTmux !== undefined).each(faces)("%s (needs tmux)", (face) => {
  test("messages wait, are taken back and withdrawn, and are sent in their order", async () => {
    const at = await seat();
    const gate = Promise.withResolvers<void>();
    const model = await at.model(async ({ turn }) => {
      if (turn === 1) await gate.promise;
      return { text: `Reply ${turn}.` };
    });
    await at.kelson(face, model.flags);
    await at.say("begin");
    for (const text of ["second", "thirdd", "fourth"]) {
      await at.say(`the ${text} message`);
      await at.until((screen) => screen.split(`the ${text} message`).length === 2);
    }
    expect(model.requests).toHaveLength(1);
    // The last one is withdrawn, the one before it edited.
    await at.press("M-Up");
    await at.until(/─\n.*the fourth message/u);
    await at.press("C-u");
    await at.until((screen) => !screen.includes("fourth"));
    await at.press("M-Up");
    await at.until(/─\n.*the thirdd message/u);
    await at.press("C-u");
    await at.say("the third message");
    await at.until((screen) => screen.includes("the third message") && !screen.includes("thirdd"));
    gate.resolve();
    await at.untilAnywhere(/the third message[^]*Reply/u);
    await at.until((screen) => screen.includes("Reply"));
    await at.press("C-d");
    await at.ended();
    const last = said(model.requests.at(-1));
    expect(last.filter((text) => text.includes("message"))).toEqual(["the second message", "the third message"]);
  });

  test.each(["the key", "/queue"])(
    "one that %s takes back keeps its pictures, whatever became of their files",
    async (way) => {
      const at = await seat();
      const gate = Promise.withResolvers<void>();
      const model = await at.model(async ({ turn }) => {
        if (turn === 1) await gate.promise;
        return { text: `Reply ${turn}.` };
      });
      const picture = join(at.cwd, "shot.png");
      await writeFile(picture, png);
      await at.kelson(face, model.flags);
      await at.say("begin");
      await at.say("look at ./shot.png");
      // In the queue, and no more in the input: the file has been read.
      await at.until(/look at \.\/shot\.png.*\n─{10,}\n\s*\n─/u);
      await rm(picture);
      if (way === "/queue") {
        await at.say("/queue");
        await at.until("Messages that wait · 1");
        await at.press("Enter");
        await at.until("take it out of the queue");
        await at.press("Enter");
      } else await at.press("M-Up");
      await at.until(/─\n.*look at \.\/shot\.png \[image #1\]/u);
      await at.say(" closely");
      gate.resolve();
      await at.until("Reply 2.");
      await at.press("C-d");
      await at.ended();
      expect(model.requests.at(-1)?.text.split(png.toString("base64"))).toHaveLength(2);
      expect(said(model.requests.at(-1))).toContain("look at ./shot.png [image #1] closely");
    },
  );

  test("one that steers is read at the next step", async () => {
    const at = await seat();
    const gate = Promise.withResolvers<void>();
    const model = await at.model(async ({ turn }) => {
      if (turn > 1) return { text: "Seen." };
      await gate.promise;
      return { calls: [{ name: "read_file", input: { path: "package.json" } }] };
    });
    await at.kelson(face, model.flags);
    await at.say("begin");
    await at.type("rather do it in French");
    await at.press("C-s");
    await at.until((screen) => screen.split("in French").length === 2);
    gate.resolve();
    await at.until("Seen.");
    await at.press("C-d");
    await at.ended();
    expect(model.requests).toHaveLength(2);
    expect(said(model.requests[1])).toContain("rather do it in French");
  });
});

/** One red pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==",
  "base64",
);

/** The texts of what the user said in a request. */
const said = (request: ServedRequest | undefined): string[] => {
  const messages = (request?.body.messages ?? []) as readonly { role: string; content: unknown }[];
  return messages
    .filter(({ role }) => role === "user")
    .flatMap(({ content }) => (typeof content === "string" ? [{ text: content }] : (content as { text?: string }[])))
    .flatMap(({ text }) => (text === undefined ? [] : [text]));
};
