/** Nothing that a terminal obeys is left in what models and tools say. */
import { assert, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanJson, cleanLine, cleanText } from "../../src/transports/terminal/clean.ts";

describe("text", () => {
  test.each([
    ["plain text\n\twith lines", "plain text\n\twith lines"],
    ["日本語 and 👩‍👩‍👧 and é", "日本語 and 👩‍👩‍👧 and é"],
    ["\u001b[31mred\u001b[0m", "red"],
    ["\u001b]0;title\u0007x", "x"],
    ["\u001b]8;;http://evil.example\u001b\\link\u001b]8;;\u001b\\", "link"],
    ["\u001b]52;c;aGk=\u0007copied", "copied"],
    ["\u001b[2J\u001b[H\u001b[?1049hgone", "gone"],
    ["\u009b31mred", "red"],
    ["one\r\ntwo\rthree", "one\ntwo\nthree"],
    ["bell\u0007 null\u0000 del\u007f esc\u001b", "bell␇ null␀ del␡ esc␛"],
    ["abc\u202Edcba", "abc<202e>dcba"],
  ])("%j is shown as %j", (raw, shown) => {
    expect(cleanText(raw)).toBe(shown);
  });

  test("whatever it was, and however it was cut", () => {
    // oxlint-disable-next-line no-control-regex
    const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u;
    const hostile = string({ unit: "binary", maxLength: 60 });
    assert(
      property(hostile, (text) => {
        expect(cleanText(`\u001b[${text}`)).not.toMatch(obeyed);
        expect(cleanLine(text)).not.toMatch(/[\n\t]/u);
      }),
      { seed: 1 },
    );
  });
});

test("JSON means the same, in characters that no terminal obeys and no reader takes for a line's end", () => {
  const value = { text: "\u009b31m \u2028 \u007f \u001b[31m" };
  const json = cleanJson(JSON.stringify(value));
  // oxlint-disable-next-line no-control-regex
  expect(json).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u);
  expect(JSON.parse(json)).toEqual(value);
});
