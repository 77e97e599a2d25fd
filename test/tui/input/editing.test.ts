/** Typing, in bytes as terminals send them. */
import { visibleWidth } from "@earendil-works/pi-tui";
import { describe, expect, it } from "vitest";
import { composing, until } from "./composing.ts";

const enter = "\r";

describe("the input", () => {
  it("sends on Enter, and steers with the key that steers", async () => {
    const { type, said } = composing();
    await type("hello", enter, "now", "\u0013", "and", "\u001b[13;5u", enter);
    expect(said.map(({ text, steer, parts }) => ({ text, steer, parts }))).toEqual([
      { text: "hello", steer: false, parts: [{ type: "text", text: "hello" }] },
      { text: "now", steer: true, parts: [{ type: "text", text: "now" }] },
      { text: "and", steer: true, parts: [{ type: "text", text: "and" }] },
    ]);
  });

  it.each([
    ["Shift+Enter in kitty's protocol", "\u001b[13;2u"],
    ["Shift+Enter by modifyOtherKeys", "\u001b[27;2;13~"],
    ["Alt+Enter", "\u001b\r"],
    ["Alt+Enter in kitty's protocol", "\u001b[13;3u"],
    ["a backslash and Enter", "\\\r"],
    ["Ctrl+J", "\n"],
  ])("begins a line with %s", async (_name, bytes) => {
    const { type, said } = composing();
    await type("one", bytes, "two", enter);
    expect(said.map(({ text }) => text)).toEqual(["one\ntwo"]);
  });

  it.each([
    ["legacy", "\u001f", "\u0017", "\u0019"],
    ["kitty", "\u001b[45;5u", "\u001b[119;5u", "\u001b[121;5u"],
  ])("takes words out, puts them back and undoes, %s", async (_name, undo, killWord, yank) => {
    const { type, composer } = composing();
    await type("one two", killWord);
    expect(composer.text()).toBe("one ");
    await type(yank, yank);
    expect(composer.text()).toBe("one twotwo");
    await type(undo, undo, undo);
    expect(composer.text()).toBe("one two");
  });

  it.each([
    ["legacy", "\u001bb", "\u001bf"],
    ["xterm", "\u001b[1;5D", "\u001b[1;5C"],
    ["kitty", "\u001b[98;3u", "\u001b[102;3u"],
  ])("moves by words, %s", async (_name, left, right) => {
    const { type, composer } = composing();
    await type("one two three", left, left, "A", right, "B");
    expect(composer.text()).toBe("one AtwoB three");
  });

  it("edits wide characters and joined ones as one each", async () => {
    const { type, composer, shown } = composing();
    await type("漢字👩‍👩‍👧‍👦é", "\u007f", "\u007f");
    expect(composer.text()).toBe("漢字");
    await type("\u001b[D", "🇩🇪");
    expect(composer.text()).toBe("漢🇩🇪字");
    await type("한국어 العربية ".repeat(20));
    for (const width of [20, 41, 80, 300])
      for (const line of shown(width)) expect(visibleWidth(line)).toBeLessThanOrEqual(width);
  });

  it("drops single characters that a terminal would obey", async () => {
    const { type, composer } = composing();
    await type("a\u009bb\u0085c\u202ed\u0000e");
    expect(composer.text()).toBe("abcde");
  });

  it("hands commands of the shell out without their mark", async () => {
    const { type, shell, said } = composing();
    await type("!git status", enter, "!", enter);
    expect({ shell, said }).toEqual({ shell: ["git status"], said: [] });
  });

  it("says what was typed as a command, and takes no large paste for one", async () => {
    const { type, said, shell } = composing();
    const paste = (text: string): string => `\u001b[200~${text}\u001b[201~`;
    await type("/model small", enter, "/unknown", enter, "/tmp/x is there", enter);
    await type(paste("!rm x\n".repeat(20)), enter, paste("/model\n".repeat(20)), enter, paste("/tmp/x\n"), enter);
    await until(
      () => said.length === 6,
      () => said,
    );
    expect(said.map(({ command }) => command)).toEqual([
      { name: "model", argument: "small" },
      { name: "unknown", argument: "" },
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(shell).toEqual([]);
  });

  it("has no lines around it for a screen reader", async () => {
    const { type, shown } = composing({ plain: () => true });
    await type("hello");
    expect(shown()).toEqual(["hello"]);
  });

  it("hands out what was sent in its order", async () => {
    const { type, said } = composing({ cwd: () => import.meta.dirname });
    await type("first @editing.test.ts please", enter, "second", enter, "/third", enter);
    await until(
      () => said.length === 3,
      () => said,
    );
    expect(said.map(({ text, parts }) => [text, parts.length])).toEqual([
      ["first @editing.test.ts please", 2],
      ["second", 1],
      ["/third", 1],
    ]);
  });
});
