/** What becomes of an image's data before a terminal gets any of it: nothing but a whole picture, in letters and digits. */
import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { glance } from "../../../src/transports/tui/images/glance.ts";
import { imageLines, type ImageRoom } from "../../../src/transports/tui/images/image-lines.ts";
import { type Picture, picture, whyUnseen } from "../../../src/transports/tui/images/picture.ts";
import { kittyBegins, kittyEnds, kittyPieces } from "./kitty.ts";
import { png, pngOf } from "./png.ts";

const part = (bytes: Buffer, mediaType = "image/png") =>
  ({ type: "image", mediaType, data: bytes.toString("base64") }) as const;

const small = png(18, 36);
const gif = Buffer.from("GIF89a\u0010\u0000\u0008\u0000\u0080\u0000\u0000;", "latin1");
const jpeg = Buffer.from("ffd8ffe000104a46494600010100000100010000ffc0000b0800080010010111000000ffd9", "hex");

const seen = (bytes: Buffer, mediaType?: string): Picture => {
  const found = picture(part(bytes, mediaType));
  if (found === undefined) throw new Error("it is no picture");
  return found;
};

describe("what is a picture", () => {
  test("by its bytes, with their size", () => {
    expect(picture(part(small))).toEqual({ mediaType: "image/png", size: { widthPx: 18, heightPx: 36 }, bytes: small });
    expect(glance(part(gif, "image/gif"))).toEqual({
      mediaType: "image/gif",
      bytes: gif.length,
      size: { widthPx: 16, heightPx: 8 },
    });
    expect(glance(part(jpeg, "image/jpeg")).size).toEqual({ widthPx: 16, heightPx: 8 });
  });

  const header = small.subarray(16, 29);
  const body = deflateSync(Buffer.alloc(55 * 36));
  const nothing = Buffer.alloc(0);
  const flipped = Buffer.from(small);
  flipped.set([small.readUInt8(45) ^ 1], 45);
  test.each([
    ["no base64", { ...part(small), data: "\u001b]0;owned\u0007" }],
    ["a picture with a sequence in it", { ...part(small), data: `${part(small).data.slice(0, 200)}\u001b[2J` }],
    [
      "one with a line feed",
      { ...part(small), data: `${part(small).data.slice(0, 40)}\n${part(small).data.slice(40)}` },
    ],
    ["the end of kitty's sequence and more", { ...part(small), data: `${part(small).data}\u001b\\\u001b[31mred` }],
    ["nothing", { ...part(small), data: "" }],
    ["half of it", part(small.subarray(0, small.length - 20))],
    ["a bit that was turned", part(flipped)],
    ["a GIF that is said to be a PNG", part(gif)],
    ["a PNG that is said to be a JPEG", part(small, "image/jpeg")],
    ["text", part(Buffer.from("it is no picture at all, but some text"))],
    ["a signature alone", part(small.subarray(0, 8))],
    ["a picture of no size", part(png(0, 0))],
    ["a format of somebody's own", part(small, "image/x-\u001b[2J")],
    [
      "no data in it",
      part(
        pngOf([
          ["IHDR", header],
          ["IEND", nothing],
        ]),
      ),
    ],
    [
      "no header",
      part(
        pngOf([
          ["IDAT", body],
          ["IEND", nothing],
        ]),
      ),
    ],
    [
      "a chunk that is longer than all",
      part(Buffer.concat([small.subarray(0, 33), Buffer.from("ffffffff49444154", "hex")])),
    ],
  ])("not %s", (_, told) => {
    expect(picture(told)).toBeUndefined();
  });

  test("a terminal is given what it reads, and nothing that is huge", () => {
    expect(whyUnseen(seen(small), "kitty")).toBeUndefined();
    expect(whyUnseen(seen(gif, "image/gif"), "kitty")).toBe("it is image/gif, and this terminal reads image/png");
    expect(whyUnseen(seen(gif, "image/gif"), "iterm2")).toBeUndefined();
    const sized = (widthPx: number, heightPx: number): Picture => ({ ...seen(small), size: { widthPx, heightPx } });
    expect(whyUnseen(sized(4_000, 6_000), "kitty")).toBeUndefined();
    for (const huge of [sized(4_001, 6_000), sized(10_001, 1), sized(4_294_967_295, 4_294_967_295)])
      expect(whyUnseen(huge, "kitty")).toBe("it is too large for a terminal");
    expect(whyUnseen({ ...seen(small), bytes: Buffer.alloc(5 * 1024 * 1024 + 1) }, "iterm2")).toMatch(/too large/u);
  });
});

describe("its lines", () => {
  const room: ImageRoom = { columns: 60, rows: 20, indent: 2, enlarge: false };
  const keysOf = (lines: readonly string[]): string => /c=\d+,r=\d+/u.exec(lines.at(-1) ?? "")?.[0] ?? "";

  test("hold place for it, and the last draws it there; the cursor comes back", () => {
    const lines = imageLines(seen(small), "kitty", room);
    const data = small.toString("base64");
    expect(lines).toEqual(["", `\u001b7\u001b[1A\u001b[2C\u001b_Ga=T,f=100,q=2,C=1,c=2,r=2;${data}\u001b\\\u001b8`]);
  });

  test("a long one goes in pieces of 4,096 characters", () => {
    const noise = Buffer.from(Array.from({ length: 9_000 }, (_, at) => (at * 7919 + (at >> 3) * 104729) & 255));
    const large = { ...seen(small), bytes: noise };
    const [line = ""] = imageLines(large, "kitty", { ...room, rows: 1, indent: 0 });
    const pieces = kittyPieces(line);
    expect(pieces.map(({ data }) => data.length)).toEqual([4096, 4096, 3808]);
    expect(pieces.map(({ keys }) => keys.split(",").at(-1))).toEqual(["m=1", "m=1", "m=0"]);
    expect(pieces.map(({ data }) => data).join("")).toBe(noise.toString("base64"));
    // Nothing else is in the line.
    const whole = pieces.map(({ keys, data }) => `${kittyBegins}${keys};${data}${kittyEnds}`).join("");
    expect(line).toBe(`\u001b7${whole}\u001b8`);
  });

  // Cells of 9 by 18 pixels.
  test.each([
    ["as it is", 180, 90, "c=20,r=5"],
    ["narrower than it is", 1_080, 360, "c=60,r=10"],
    ["lower than it is", 720, 720, "c=40,r=20"],
    ["a dot", 1, 1, "c=1,r=1"],
    ["a line", 5_000, 2, "c=60,r=1"],
    ["a column", 2, 5_000, "c=1,r=20"],
  ])("%s", (_, widthPx, heightPx, cells) => {
    expect(keysOf(imageLines({ ...seen(small), size: { widthPx, heightPx } }, "kitty", room))).toBe(cells);
  });

  test("may be made larger, as large as the room is", () => {
    expect(keysOf(imageLines(seen(small), "kitty", { ...room, columns: 80, rows: 22, enlarge: true }))).toBe(
      "c=22,r=22",
    );
  });
});
