/** A golden session that becomes too long for its model, and is cut. */
import { ProviderError } from "../../../src/contract/error.ts";
import type { Provider } from "../../../src/contract/provider.ts";
import { call, type Scene } from "../scene.ts";

/** Refuses what is longer than its window, as servers do. */
const short =
  (mostChars: number) =>
  (provider: Provider): Provider => ({
    ...provider,
    stream: (request, options) => {
      const { purpose = "answer", messages } = request;
      if (purpose === "answer" && JSON.stringify(messages).length > mostChars)
        throw new ProviderError("context_overflow", "the prompt is too long");
      return provider.stream(request, options);
    },
  });

const chapters = Array.from({ length: 8 }, (_, index) => `chapter-${index + 1}.txt`);

export const book: Scene = {
  name: "window",
  setting: {
    files: Object.fromEntries(chapters.map((name) => [name, `This is ${name}. The wind blew. `.repeat(70)])),
    around: short(14_000),
    roles: {
      "Read the book": {
        asides: { compact: { text: "The user wants the book read. All chapters so far speak of wind." } },
        turns: [
          ...chapters.map((path) => call("read_file", { path })),
          { text: "It is about wind." },
          { text: "It is still about wind." },
        ],
      },
    },
  },
  play: async ({ runtime, cwd, say, send }) => {
    const session = await runtime.create({ cwd });
    await say(session, "Read the book.");
    await send(session, { type: "compact", focus: "the wind" });
    await session.rest();
    await say(session, "And now?");
    await session.close();
    return { window: session.id };
  },
};
