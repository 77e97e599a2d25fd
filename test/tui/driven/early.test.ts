/** What is typed before the program is there is not lost, and an Enter after it sends. */
import { describe, expect, test } from "vitest";
import { faces, noTmux, seat } from "./seat.ts";

describe.skipIf(noTmux !== undefined).each(faces)("%s (needs tmux)", (face) => {
  test("an early Enter sends, an early text waits in the input", async () => {
    const at = await seat();
    const model = await at.model(({ turn }) => ({ text: `Reply ${turn}.` }));
    await at.start(face, model.flags);
    await at.until("above-the-program");
    await at.say("typed at once");
    await at.until("Reply 1.");
    await at.press("C-d");
    await at.ended();
    expect(model.requests[0]?.text).toContain('"typed at once"');

    await at.start(face, model.flags);
    await at.until("above-the-program");
    await at.say("one line");
    await at.type("and the beginning of another");
    await at.atInput();
    await at.until(/─\n.*one line\n.*and the beginning of another/u);
    await at.type(", whole");
    await at.press("Enter");
    await at.until("Reply 1.");
    await at.press("C-d");
    await at.ended();
    expect(model.requests[1]?.text).toContain('"one line\\nand the beginning of another, whole"');
  });
});
