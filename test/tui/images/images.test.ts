/** The images of a session: found in its log, listed by `/images`, saved as files. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ContentPart } from "../../../src/contract/message.ts";
import { transcript } from "../../../src/folds/transcript.ts";
import type { TranscriptItem } from "../../../src/folds/transcript-item.ts";
import { imagesBelow } from "../../../src/transports/tui/images/images-below.ts";
import { sessionImages } from "../../../src/transports/tui/images/session-images.ts";
import type { Screen } from "../../../src/transports/tui/screen.ts";
import { keys, type Stage, stage, until } from "../stage.ts";
import { kittyBegins } from "./kitty.ts";
import { png } from "./png.ts";

const bytes = png(90, 36);
const picture: ContentPart = { type: "image", mediaType: "image/png", data: bytes.toString("base64") };
const hostile: ContentPart = { type: "image", mediaType: "image/png\u001b[2J", data: "\u001b]0;owned\u0007AAAA" };
const jpeg: ContentPart = {
  type: "image",
  mediaType: "image/jpeg",
  data: Buffer.from("ffd8ffe000104a46494600010100000100010000ffc0000b0800080010010111000000ffd9", "hex").toString(
    "base64",
  ),
};

const say = async ({ screen }: Stage, ...parts: readonly ContentPart[]): Promise<void> => {
  const { session } = screen.desk.place();
  await session.send({ type: "say", id: screen.desk.newId(), parts: [{ type: "text", text: "look" }, ...parts] });
};

const rest = ({ screen }: Stage): Promise<void> => screen.desk.place().session.rest();

const itemsOf = async (screen: Screen): Promise<readonly TranscriptItem[]> =>
  (await screen.desk.place().session.read(transcript)).items;

/** How many images are printed below each message and call. */
const printed = async (screen: Screen): Promise<readonly number[]> => {
  const { runtime, session } = screen.desk.place();
  const from = () => ({ runtime, session: session.id });
  const said = (await itemsOf(screen)).filter(
    (item) => item.kind === "call" || (item.kind === "message" && item.state === "said"),
  );
  const blocks = await Promise.all(said.map((item) => imagesBelow(item, { from, protocol: "kitty", rows: () => 24 })));
  return blocks.map(({ length }) => length);
};

describe("images are found in the log", () => {
  test("of a message, of one that waited, and of a call", async () => {
    const at = await stage({
      turns: [
        { text: "seen", delayMs: 300 },
        { calls: [{ name: "view_image", input: { path: "a.png" } }] },
        { text: "done" },
      ],
      flags: { allowedTools: "view_image" },
    });
    await writeFile(join(at.cwd, "a.png"), bytes);
    await say(at, picture, picture);
    await say(at, picture);
    await rest(at);
    expect((await itemsOf(at.screen)).flatMap((item) => (item.kind === "message" ? item.state : []))).toEqual([
      "said",
      "delivered",
      "said",
    ]);
    expect(await printed(at.screen)).toEqual([2, 1, 1]);
    const { images, subjects } = await at.screen.desk.place().session.read(sessionImages);
    const glanced = { mediaType: "image/png", bytes: bytes.length, size: { widthPx: 90, heightPx: 36 } };
    expect(images.map(({ source, index }) => `${source} ${index}`)).toEqual([
      "you 0",
      "you 1",
      "you 0",
      "view_image a.png 0",
    ]);
    for (const image of images) expect(image).toMatchObject(glanced);
    expect(subjects).toEqual({});
  });

  test("not once they were erased, and not what is damaged or what the terminal does not read", async () => {
    const at = await stage();
    await say(at, hostile, jpeg, picture);
    await rest(at);
    expect(await printed(at.screen)).toEqual([1]);
    const { runtime, session } = at.screen.desk.place();
    const items = await itemsOf(at.screen);
    await session.close();
    await runtime.erase(session.id, "all");
    const from = () => ({ runtime, session: session.id });
    const below = items.map((item) => imagesBelow(item, { from, protocol: "kitty", rows: () => 24 }));
    expect((await Promise.all(below)).flat()).toEqual([]);
  });
});

describe("/images", () => {
  test("says when there are none", async () => {
    const { run, below } = await stage();
    await run("/images");
    expect(below()).toEqual(["note: the session has no images"]);
    await expect(run("/images svae")).rejects.toThrow('/images takes save or nothing, got "svae"; did you mean save?');
  });

  test("where the terminal shows none, writes the chosen one into a new file", async () => {
    const at = await stage({ columns: 100 });
    await say(at, picture);
    await rest(at);
    await writeFile(join(at.cwd, "taken.png"), "mine");
    const ended = at.run("/images");
    await until(() => at.frame() !== "");
    expect(at.frame()).toMatch(/^Images: this terminal shows none, save one as a file · 1\n/u);
    expect(at.frame()).toContain(`› image 1 · image/png, 90 × 36, ${bytes.length} bytes  you · now`);
    at.press(keys.enter);
    await until(() => at.frame().startsWith("File, in "));
    expect(at.frame()).toContain("image-1.png");
    at.press(...Array.from("image-1.png", () => keys.backspace));
    at.type("taken.png");
    at.press(keys.enter);
    await until(() => at.below().length === 1);
    expect(at.below()).toEqual([`error: ${join(at.cwd, "taken.png")} is there already; name a file that is not`]);
    await until(() => at.frame().includes("taken.png"));
    at.press(...Array.from("taken.png", () => keys.backspace));
    at.type("new.png");
    at.press(keys.enter);
    await ended;
    expect(at.below()[1]).toBe(`note: the image is in ${join(at.cwd, "new.png")}`);
    expect(await readFile(join(at.cwd, "new.png"))).toEqual(bytes);
    expect(await readFile(join(at.cwd, "taken.png"), "utf8")).toBe("mine");
  });

  test("what cannot be shown is said, and nothing of it reaches the terminal", async () => {
    const at = await stage({ columns: 100, images: "kitty" });
    await say(at, hostile, jpeg);
    await rest(at);
    const choose = async (...presses: readonly string[]): Promise<Promise<boolean>[]> => {
      const ended = at.run("/images");
      await until(() => at.frame() !== "");
      expect(at.frame()).toContain("image 1 · damaged, or no image/png");
      at.press(...presses);
      return [ended];
    };
    const [first] = await choose(keys.down, keys.enter);
    await expect(first).rejects.toThrow("image 1 is damaged, or is no image/png");
    const [second] = await choose(keys.enter);
    await until(() => at.frame().includes("image-2.jpg"));
    expect(at.below()).toEqual([
      "note: image 2 cannot be shown: it is image/jpeg, and this terminal reads image/png; it can be saved as a file",
    ]);
    at.press(keys.escape);
    await second;
    for (const told of ["owned", kittyBegins]) expect(at.terminal.written()).not.toContain(told);
  });
});
