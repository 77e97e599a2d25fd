/** Going on in a fork: what stands in the scrollback is not printed again; a full screen shows the fork alone. */
import { describe, expect, test } from "vitest";
import { faces, noTmux, seat, type Seat } from "./seat.ts";

const times = (text: string, words: string): number => text.split(words).length - 1;

/** Before the message that many rows below the first one of the list. Gives back the session that was forked. */
const fork = async (at: Seat, rows: number, before?: string): Promise<string> => {
  let parent: string | undefined;
  await at.say("/fork");
  await at.until("Fork before which message?");
  await at.press(...Array.from({ length: rows }, () => "Down"), "Enter");
  await at.until((screen) => {
    parent = [...screen.matchAll(/session (\S+) stays as it is/gu)].at(-1)?.[1];
    return parent !== undefined && parent !== before && /^─{10}/mu.test(screen);
  });
  return parent ?? "";
};

/** What was said and answered, and where sessions go on, from top to bottom. */
const told = async (at: Seat): Promise<string[]> =>
  (await at.everything()).match(/(?<=› )the (?:first|second).*|Answer \d|goes on from .*/gu) ?? [];

const forked = {
  inline: ["the first", "Answer 1", "the second", "Answer 2", "goes on from before “the second”", "the second anew"],
  fixed: ["the first", "Answer 1", "the second anew"],
};
const back = {
  inline: ["Answer 3", "goes on from here", "goes on from before “the second anew”", "the second", "Answer 2"],
  fixed: ["the first", "Answer 1", "the second", "Answer 2"],
};

describe.skipIf(noTmux !== undefined).each(faces)("%s (needs tmux)", (face) => {
  test("before a message, at the end, and back to the first session", async () => {
    const at = await seat({ columns: 100, rows: 50 });
    const model = await at.model(({ count }) => ({ text: `Answer ${count}.` }));
    await at.kelson(face, model.flags);
    for (const [index, text] of ["the first", "the second"].entries()) {
      await at.say(text);
      await at.until((screen) => screen.includes(`Answer ${index + 1}.`) && times(screen, "done after") === index + 1);
    }
    const first = await fork(at, 1);
    await at.say(" anew");
    await at.until(/Answer 3\.\n\n✓ done after/u);
    expect(await told(at)).toEqual([...forked[face], "Answer 3"]);

    await fork(at, 0, first);
    await at.say(`/resume ${first}`);
    const end = face === "inline" ? [...forked.inline, ...back.inline] : back.fixed;
    await at.until((screen) => times(screen, "Answer 2.") === times(end.join(), "Answer 2"));
    expect(await told(at)).toEqual(end);
    await at.press("C-d");
    expect(await at.ended()).toBe(0);
  });
});
