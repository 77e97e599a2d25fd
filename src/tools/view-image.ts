/** The tool `view_image`: a picture, shown to the model. */
import { z } from "zod";
import { failure, fromZod, tool } from "../contract/tool.ts";
import { size } from "./counted.ts";
import { imageOutcome } from "./image-outcome.ts";
import { mediaType } from "./media-type.ts";
import { maxTextBytes } from "./text-file.ts";

const input = z.strictObject({ path: z.string().describe("Relative to the workspace, or absolute") });

export const viewImage = tool({
  name: "view_image",
  description: "Look at an image: PNG, JPEG, GIF or WebP, up to 5 MB.",
  input: fromZod(input),
  effects: ["read"],
  parallel: true,
  targets: ({ path }) => [{ kind: "path", path, access: "read" }],
  run: async ({ path }, { world, signal }) => {
    signal.throwIfAborted();
    const bytes = await world.files.read(path, { maxBytes: maxTextBytes });
    return imageOutcome(path, bytes) ?? failure(`${path} is no image that can be shown: ${kindOf(bytes)}.`);
  },
});

const kindOf = (bytes: Uint8Array): string => {
  const type = mediaType(bytes);
  const known = type?.startsWith("image/") === true && type !== "image/bmp";
  return `it is ${known ? `a damaged ${type}` : (type ?? "none of PNG, JPEG, GIF and WebP")} of ${size(bytes.length)}`;
};
