/** `view_image` and `read_file` show pictures as what they are, not as what they are called. */
import { describe, expect, it } from "vitest";
import { readFile } from "../../src/tools/read-file.ts";
import { viewImage } from "../../src/tools/view-image.ts";
import { toolConformance } from "../../src/testing/conformance/tool.ts";
import { beginnings, png } from "./images.ts";
import { workshop, worldWith } from "./workshop.ts";

toolConformance(viewImage, {
  open: () => worldWith({ "a.png": png(3, 2) }),
  good: [{ path: "a.png" }],
  bad: [{}, { path: 1 }, { path: "a.png", detail: "high" }],
});

describe.each([viewImage, readFile])("$name", (tool) => {
  it("shows an image, whatever its name", async () => {
    const bytes = png(1200, 2);
    const { use } = await workshop({ "notes.txt": bytes });
    expect(await use(tool, { path: "notes.txt" })).toMatchObject({
      ok: true,
      parts: [
        { type: "text", text: `notes.txt (image/png, 1,200 × 2 pixels, ${bytes.length} B)` },
        { type: "image", mediaType: "image/png", data: bytes.toString("base64") },
      ],
    });
  });

  it.each(Object.entries(beginnings))("tells the size of %s", async (path, bytes) => {
    const { use } = await workshop({ [path]: Buffer.concat([bytes, Buffer.alloc(100)]) });
    expect((await use(tool, { path })).text).toContain("640 × 480 pixels");
  });

  it("does not show what is too large", async () => {
    const { use } = await workshop({ "a.png": Buffer.concat([png(9, 9), Buffer.alloc(5 * 1024 * 1024)]) });
    expect(await use(tool, { path: "a.png" })).toMatchObject({
      ok: false,
      message:
        "a.png (image/png, 9 × 9 pixels, 5.0 MB) is larger than the 5.0 MB that can be shown; make a smaller copy of it.",
    });
  });
});

describe("view_image refuses", () => {
  it.each([
    ["text", "hello", "a.png is no image that can be shown: it is none of PNG, JPEG, GIF and WebP of 5 B."],
    ["a PDF", "%PDF-1.7 \0", "a.png is no image that can be shown: it is application/pdf of 10 B."],
    ["a bitmap", "BM\0\0", "a.png is no image that can be shown: it is image/bmp of 4 B."],
    [
      "half an image",
      png(3, 3).subarray(0, 18),
      "a.png is no image that can be shown: it is a damaged image/png of 18 B.",
    ],
    [
      "a broken JPEG",
      Buffer.from("ffd8ffe00004ffff00", "hex"),
      "a.png is no image that can be shown: it is a damaged image/jpeg of 9 B.",
    ],
  ])("%s", async (_, content, message) => {
    const { use } = await workshop({ "a.png": content });
    expect(await use(viewImage, { path: "a.png" })).toMatchObject({ ok: false, message });
  });
});
