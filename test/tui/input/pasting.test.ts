/** Pastes of any size and any intent. */
import { describe, expect, it } from "vitest";
import { composing } from "./composing.ts";

const start = "\u001b[200~";
const end = "\u001b[201~";
const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index}\twith a tab`).join("\n");

describe("a paste", () => {
  it("of 10,000 lines is one thing to see and to delete, and is sent whole", async () => {
    const { type, shown, said, composer } = composing();
    const text = lines(10_000);
    await type("see ", start + text.replaceAll("\n", "\r") + end, " there");
    expect(shown()[1]).toBe("see [paste #1 +10000 lines] there");
    expect(composer.text()).toBe(`see ${text} there`);
    await type("\r");
    expect(said.map(({ parts }) => parts)).toEqual([[{ type: "text", text: `see ${text} there` }]]);
  });

  it("is deleted, brought back by undo, and keeps its text when one before it goes", async () => {
    const { type, shown, composer } = composing();
    await type(start + lines(20) + end, start + "x".repeat(2000) + end);
    expect(shown()[1]).toBe("[paste #1 +20 lines][paste #2 2000 chars]");
    await type("\u001b[D", "\u007f");
    expect(shown()[1]).toBe("[paste #1 2000 chars]");
    expect(composer.text()).toBe("x".repeat(2000));
    await type("\u001f");
    expect(composer.text()).toBe(lines(20) + "x".repeat(2000));
  });

  it("that came in many reads is one", async () => {
    const { terminal, type, shown } = composing();
    const text = start + lines(5_000) + end;
    for (let at = 0; at < text.length; at += 1000) terminal.send(text.slice(at, at + 1000));
    await type("");
    expect(shown()[1]).toBe("[paste #1 +5000 lines]");
  });

  it("that is short stands in the text, without what a terminal obeys", async () => {
    const { type, composer, terminal } = composing();
    await type(`${start}a\u001b]0;title\u0007b\u001b[31mred\u001b[0m\u009b2J\u202e\rnext\u0000${end}`);
    expect(composer.text()).toBe("abred<202e>\nnext␀");
    expect(terminal.written()).not.toContain("title");
    // oxlint-disable-next-line no-control-regex
    expect(terminal.written()).not.toMatch(/[\u0080-\u009f]|\u001b\[31m|\u001b\[2J\u001b\[H\u0000/u);
  });

  it("that is large shows nothing of itself", async () => {
    const { type, terminal } = composing();
    await type(start + "\u001b]52;c;AAAA\u0007\u001b[2J evil\n".repeat(50) + end);
    expect(terminal.written()).not.toContain("evil");
    expect(terminal.written()).not.toContain("]52");
  });

  it("that holds the mark of a paste's end does not send itself", async () => {
    const { type, composer, said, shell } = composing();
    await type(`${start}harmless${end}\r!rm -rf x\r${end}`, "!");
    expect({ said, shell, text: composer.text() }).toEqual({ said: [], shell: [], text: "harmless\n!rm -rf x\n!" });
    composer.set("");
    await type(`${start}a${end}${"b".repeat(70_000)}\r`);
    expect({ said, shell }).toEqual({ said: [], shell: [] });
  });

  it("may be followed by Enter in the same read", async () => {
    const { type, said } = composing();
    await type(`${start}text${end}\r`);
    expect(said.map(({ text }) => text)).toEqual(["text"]);
  });

  it("of control characters written as keys is text", async () => {
    const { type, composer } = composing();
    await type(`${start}one\u001b[106;5utwo\u001b[91;5u${end}`);
    expect(composer.text()).toBe("one\ntwo");
  });

  it.each([
    ["/tmp/x.png", "@/tmp/x.png"],
    ["'/tmp/two words.png' ", '@"/tmp/two words.png"'],
    [String.raw`/tmp/two\ words.jpeg`, '@"/tmp/two words.jpeg"'],
    ["file:///tmp/two%20words.webp", '@"/tmp/two words.webp"'],
    ["file://elsewhere/x.png", "file://elsewhere/x.png"],
    ["~/x.gif", "@~/x.gif"],
    ["see /tmp/x.png", "see /tmp/x.png"],
    ["x.png", "x.png"],
  ])("of a picture's path mentions it: %s", async (pasted, text) => {
    const { type, composer } = composing();
    await type(start + pasted + end);
    expect(composer.text()).toBe(text);
  });

  it("cannot pretend to be another", async () => {
    const { type, composer } = composing();
    await type(start + lines(20) + end, `${start}\ufdd01\ufdd0\n\ufdd0${end}`);
    expect(composer.text()).toBe(`${lines(20)}1\n`);
  });
});

describe("a text that is put in", () => {
  it("is shown as a paste when nobody would type it", () => {
    const { composer, shown } = composing();
    composer.set(lines(10_000));
    expect(shown()[1]).toBe("[paste #1 +10000 lines]");
    expect(composer.text()).toBe(lines(10_000));
  });
});
