/** Markdown on a screen: what is drawn, that it fits, that it is harmless, and that finished blocks stay what they are. */
import { visibleWidth } from "@earendil-works/pi-tui";
import { array, boolean, constantFrom, nat, oneof, tuple } from "fast-check";
import { expect, test } from "vitest";
import { growing } from "../../../src/transports/tui/draw/growing.ts";
import { drawMarkdown } from "../../../src/transports/tui/draw/markdown.ts";
import { holds } from "../../log/holds.ts";
import { attacks, colorful, columns, drawing, hostile, obeyed, seen } from "./surroundings.ts";

const draw = (markdown: string, wide = 40): string => seen(drawMarkdown(markdown, drawing({ columns: wide })));

test("links are followed only to the web, and where a link leads is said when it could not be seen", () => {
  const links =
    "[here](https://a.example/x) [files](file:///etc) [https://good.example](https://evil.example) <https://b.example>";
  expect(drawMarkdown(links, colorful({ columns: 300, paint: (_, text) => text }))).toEqual([
    "\u001B]8;;https://a.example/x\u001B\\here\u001B]8;;\u001B\\ files (file:///etc) " +
      "\u001B]8;;https://evil.example/\u001B\\https://good.example\u001B]8;;\u001B\\ (https://evil.example) " +
      "\u001B]8;;https://b.example/\u001B\\https://b.example\u001B]8;;\u001B\\",
  ]);
  expect(draw(links, 300)).toBe(
    "here (https://a.example/x) files (file:///etc) https://good.example (https://evil.example) https://b.example",
  );
});

test("a link over two lines is a link on both", () => {
  const lines = drawMarkdown("[some more words of a link](https://a.example)", colorful({ columns: 20 }));
  expect(lines).toHaveLength(2);
  const [start, end] = ["\u001B]8;;https://a.example/\u001B\\", "\u001B]8;;\u001B\\"];
  expect(lines.map((line) => line.split(start).length + line.split(end).length)).toEqual([4, 4]);
});

test("HTML, definitions and unknown entities are text", () => {
  expect(draw("<b>x</b> &lt;y&gt; &#27;\n\n[a]: https://a.example\n\n[a]", 60)).toBe(
    "<b>x</b> <y> &#27;\n\n[a]: https://a.example\n\n[a]",
  );
});

test("what is nested too deeply is drawn as it was written", () => {
  const deep = `${">".repeat(20_000)}a`;
  expect(draw(deep).replaceAll("\n", "")).toBe(deep);
  expect(draw(`${"- ".repeat(300)}a`, 20)).toContain("a");
});

// The parser alone takes ten seconds for it.
test("stress marks that nothing closes are text", () => {
  expect(draw("*a_ ".repeat(5_000)).startsWith("*a_ *a_ *a_ ")).toBe(true);
});

test("where a table has no room for its columns, each cell has a line", () => {
  const table = "| name | value | about | more |\n|---|---|---|---|\n| alpha | one hundred | some words | and others |";
  expect(draw(table, 20)).toBe("name: alpha\nvalue: one hundred\nabout: some words\nmore: and others");
});

const documents = oneof(
  hostile,
  array(
    constantFrom(
      "para\n\n",
      "para\nmore\n",
      "- a\n",
      "- a\n\n",
      "  more\n\n",
      "  ```\n  x\n",
      "   ```\n",
      "```\n",
      "```ts\n",
      "~~~\n",
      "code\n\n",
      "    indented\n\n",
      "\n",
      "  \n",
      "# head\n",
      "> quote\n",
      "> - a\n\n",
      "> ```\n",
      "1. x\n",
      "10) y\n\n",
      "| a | b |\n|---|---|\n",
      "| c | d |\n",
      "---\n",
      "===\n",
      "***\n",
      "* * *\n\n",
      "<div>\n\n",
      "</div>\n",
      "[a]: https://a.example\n\n",
      "[a]\n\n",
      "*open\n\n",
      "\tt\n\n",
      "-\n\n",
      "text\r\n\r\n",
      "\u001B[31m",
      "\u001B[31",
      "m    x\n",
    ),
    { maxLength: 24 },
  ).map((parts) => parts.join("")),
);

const finishedIn = (text: string): number => growing().finished(text).length;

const cuts = array(nat(400), { maxLength: 12 });

test("blocks that were finished are drawn as in the whole, whatever follows", { timeout: 60_000 }, () =>
  holds(
    tuple(documents, cuts),
    ([text, at]) => {
      const stream = growing();
      const drawn: string[] = [];
      const show = (markdown: string): void => {
        const lines = drawMarkdown(markdown, drawing());
        if (lines.length > 0) drawn.push(lines.join("\n"));
      };
      let end = 0;
      for (const cut of [...at.toSorted((a, b) => a - b), text.length]) {
        const finished = stream.finished(text.slice(0, cut));
        end += finished.length;
        show(finished);
      }
      show(text.slice(end));
      expect(drawn.join("\n\n")).toBe(drawMarkdown(text, drawing()).join("\n"));
    },
    1_500,
  ),
);

test("no more is finished of a part than of the whole, and asking often changes nothing", () =>
  holds(tuple(documents, nat(400)), ([text, cut]) => {
    expect(finishedIn(text.slice(0, cut))).toBeLessThanOrEqual(finishedIn(text));
    const stream = growing();
    const finished = Array.from({ length: text.length + 1 }, (_, length) => stream.finished(text.slice(0, length)));
    expect(finished.join("").length).toBe(finishedIn(text));
  }));

test.each([
  ["", 0],
  ["a paragraph", 0],
  ["a paragraph\n\n", 0],
  ["a paragraph\n\nb", 13],
  ["a\n\n```ts\nx\n\ny\n", 3],
  ["```ts\nx\n\ny\n```\n\nz", 16],
  ["- a\n\n- b\n\n", 0],
  ["- a\n\n-", 0],
  ["- a\n\nb", 5],
  ["- a\n\n1", 0],
  ["- a\n\n1 b\n", 5],
  ["    code\n\n    more\n\n", 0],
  ["| a |\n|---|\n| b |\n", 0],
])("of %j the first %d characters are finished", (text, end) => {
  expect(finishedIn(text)).toBe(end);
});

test("no line is too wide and none is obeyed", { timeout: 60_000 }, () =>
  holds(
    tuple(hostile, columns, boolean()),
    ([text, wide, plain]) => {
      for (const line of drawMarkdown(text, colorful({ columns: wide, plain }))) {
        expect(visibleWidth(line)).toBeLessThanOrEqual(wide);
        expect(obeyed(line)).toBeUndefined();
      }
    },
    600,
  ),
);

test.each(attacks)("%j is harmless in every place of Markdown", (attack) => {
  const places = [
    attack,
    `# ${attack}`,
    `- ${attack}\n  - ${attack}`,
    `> ${attack}`,
    `\`\`\`${attack}\n${attack}\n\`\`\``,
    `\`${attack}\``,
    `[${attack}](https://a.example/${attack})`,
    `[a](<https://a.example/${attack}>)`,
    `![${attack}](https://a.example/${attack} "${attack}")`,
    `| ${attack} | b |\n|---|---|\n| ${attack} | ${attack} |`,
    `<https://a.example/${attack}>`,
  ];
  for (const place of places)
    for (const line of drawMarkdown(place, colorful({ columns: 50 })))
      expect([place, obeyed(line)]).toEqual([place, undefined]);
});

test.each(attacks)("%j is harmless when it comes in halves", (attack) => {
  const text = `Words before.\n\n${attack} and after.\n\n- ${attack}\n\nEnd`;
  const stream = growing();
  for (let cut = 1; cut <= text.length; cut += 1)
    for (const line of [
      ...drawMarkdown(stream.finished(text.slice(0, cut)), colorful()),
      ...stream.draw(colorful(), 20),
    ])
      expect(obeyed(line)).toBeUndefined();
});

test.each([
  ["one fence", "```ts\n", "const word = 'value'; // and a comment\n"],
  ["one list", "", "- an item with **some** words and `code`\n"],
  ["one paragraph", "", "words that `go` on and **on** "],
])("of a reply of 100 KB in %s no more is drawn at the end than at the beginning", (_, opening, unit) => {
  const text = opening + unit.repeat(Math.ceil(100_000 / unit.length));
  const stream = growing();
  let painted = 0;
  const counting = drawing({
    paint: (_role, words) => {
      painted += words.length;
      return words;
    },
    highlight: (code) => {
      painted += code.length;
      return undefined;
    },
  });
  const work = (length: number): number => {
    painted = 0;
    expect(stream.finished(text.slice(0, length))).toBe("");
    expect(stream.draw(counting, 24)).toHaveLength(24);
    return painted;
  };
  const early = work(10_000);
  expect(early).toBeGreaterThan(0);
  expect(work(100_000)).toBeLessThan(early * 1.1);
});
