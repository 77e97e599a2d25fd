/** Images in a real terminal: which bytes are written, and where what stands around them ends up. tmux swallows the images themselves. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { faces, type FaceName, noTmux, seat, type Seat } from "../driven/seat.ts";
import { kittyBegins, kittyImages, type KittyPiece } from "./kitty.ts";
import { png } from "./png.ts";

const picture = png(180, 90);
const flags = "--sandbox off --permission-mode bypass --allowed-tools default,view_image";

/** A program that is told by its environment that it runs in kitty, though tmux is around it. */
const kitty = "unset TMUX TMUX_PANE; export TERM=xterm-256color KITTY_WINDOW_ID=1";
const iterm = "unset TMUX TMUX_PANE; export TERM=xterm-256color TERM_PROGRAM=iTerm.app";

const begin = async (face: FaceName, terminal: string, more = ""): Promise<Seat> => {
  const at = await seat({ columns: 80, rows: 40 });
  await writeFile(join(at.cwd, "logo.png"), picture);
  const model = await at.script(
    { calls: [{ name: "view_image", input: { path: "logo.png" } }] },
    { text: "It is all stripes." },
  );
  await at.run(terminal);
  await at.start(face, `${flags} ${more} -m ${model}`);
  await at.until(/\$0\.00/u);
  return at;
};

const leave = async (at: Seat): Promise<void> => {
  await at.press("C-d");
  await at.ended();
};

const drawn = async (at: Seat): Promise<readonly KittyPiece[]> => kittyImages((await at.written()).toString("latin1"));

describe.skipIf(noTmux !== undefined)("inline (needs tmux)", () => {
  test.each([
    ["kitty", kitty],
    ["kitty, from another machine", "unset TMUX TMUX_PANE; export TERM=xterm-kitty"],
  ])("%s: drawn once below the message that has it, and below the call that looked at it", async (_, terminal) => {
    const at = await begin("inline", terminal);
    await at.say("what is on ./logo.png ?");
    await at.until("It is all stripes.");
    const screen = await at.until(/done after/u);
    // 180 pixels of 9 a column are 20, 90 of 18 a row are 5.
    const keys = "a=T,f=100,q=2,C=1,c=20,r=5";
    const data = picture.toString("base64");
    expect(await drawn(at)).toEqual([
      { keys, data },
      { keys, data },
    ]);
    // Five rows are free for it below its name, and one between the items.
    expect(screen).toMatch(/› what is on \.\/logo\.png \?\n {2}\[1 image\]\n{7}\S.*view_image/u);
    expect(screen).toMatch(/view_image logo\.png.*\n{7}It is all stripes/u);
    await leave(at);
    expect(await drawn(at)).toHaveLength(2);
  });

  test("a session that goes on shows its images again", async () => {
    const at = await begin("inline", kitty);
    await at.say("what is on ./logo.png ?");
    await at.until(/done after/u);
    await leave(at);
    const model = await at.script({ text: "again" });
    await at.kelson("inline", `${flags} -c -m ${model}`);
    await at.until(/done after[^]*─{10}/u);
    expect((await drawn(at)).map(({ data }) => data)).toEqual(
      Array.from({ length: 4 }, () => picture.toString("base64")),
    );
    await leave(at);
  });

  test("iTerm2 is given it in its own protocol", async () => {
    const at = await begin("inline", iterm);
    await at.say("what is on ./logo.png ?");
    await at.until(/done after/u);
    const bytes = (await at.written()).toString("latin1");
    const sequence = `\u001b]1337;File=inline=1;size=${picture.length};width=20;height=5:${picture.toString("base64")}\u0007`;
    expect(bytes.split(sequence)).toHaveLength(3);
    await leave(at);
  });

  test.each([
    ["in tmux", "true", ""],
    ["for a screen reader", kitty, "--screen-reader"],
    ["where images are turned off", `${kitty}; export PI_IMAGE_PROTOCOL=none`, ""],
  ])("it is only named %s", async (_, terminal, more) => {
    const at = await begin("inline", terminal, more);
    await at.say("what is on ./logo.png ?");
    const screen = await at.until(/It is all stripes[^]*done/u);
    expect(screen).toContain("[1 image]");
    const bytes = (await at.written()).toString("latin1");
    for (const begin of [kittyBegins, "1337;File"]) expect(bytes).not.toContain(begin);
    await leave(at);
  });
});

describe.skipIf(noTmux !== undefined).each(faces)("%s (needs tmux)", (face) => {
  test("/images fills the screen with the chosen one, and leaves it as it was", async () => {
    const at = await begin(face, kitty);
    await at.say("what is on ./logo.png ?");
    const before = await at.until(/done after/u);
    const drawnBefore = (await drawn(at)).length;
    expect(drawnBefore).toBe(face === "inline" ? 2 : 0);
    await at.say("/images");
    const list = await at.until("Images: look at one");
    expect(list).toMatch(/image 2 · image\/png, 180 × 90, .*bytes +view_image logo\.png/u);
    expect(list).toMatch(/image 1 · image\/png, 180 × 90, .*bytes +you/u);
    await at.press("Enter");
    const shown = await at.until("any key goes back");
    expect(shown).toMatch(/^image 2 · image\/png[^\n]*\n+any key goes back$/u);
    const full = (await drawn(at)).slice(drawnBefore);
    expect(full).toEqual([
      {
        keys: expect.stringMatching(/^a=T,f=100,q=2,C=1,c=80,r=20,i=\d+$/u) as string,
        data: picture.toString("base64"),
      },
    ]);
    await at.press("x");
    await at.until((screen) => screen === before);
    const id = /i=(\d+)/u.exec(full[0]?.keys ?? "")?.[1];
    expect((await at.written()).toString("latin1")).toContain(`\u001b_Ga=d,d=I,i=${id},q=2\u001b\\`);
    await leave(at);
  });

  test("/images draws it anew when the terminal has another size", async () => {
    const at = await begin(face, kitty);
    await at.say("what is on ./logo.png ?");
    await at.until(/done after/u);
    await at.say("/images");
    await at.until("Images: look at one");
    await at.press("Enter");
    await at.until("any key goes back");
    const times = (await drawn(at)).length;
    await at.resize({ columns: 60, rows: 12 });
    while ((await drawn(at)).length === times) await wait(20);
    const [one, other] = (await drawn(at)).slice(-2).map(({ keys }) => keys.split(",").slice(4));
    expect(one).toEqual(["c=80", "r=20", expect.stringMatching(/^i=/u)]);
    expect(other).toEqual(["c=40", "r=10", one?.at(-1)]);
    await at.press("Escape");
    await at.until(/done after/u);
    await leave(at);
  });

  test("/images speaks iTerm2's protocol, too", async () => {
    const at = await begin(face, iterm);
    await at.say("what is on ./logo.png ?");
    const before = await at.until(/done after/u);
    await at.say("/images");
    await at.until("Images: look at one");
    await at.press("Enter");
    await at.until("any key goes back");
    const sequence = `\u001b]1337;File=inline=1;size=${picture.length};width=80;height=20:${picture.toString("base64")}\u0007`;
    expect((await at.written()).toString("latin1").split(sequence)).toHaveLength(2);
    await at.press("Space");
    await at.until((screen) => screen === before);
    await leave(at);
  });
});
