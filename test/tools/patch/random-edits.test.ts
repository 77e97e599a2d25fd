/** Random edits of a random file, written as a patch and applied, give the new file, in both formats. */
import { structuredPatch, formatPatch, FILE_HEADERS_ONLY } from "diff";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyHunks } from "../../../src/tools/patch/apply-hunks.ts";
import { readPatch } from "../../../src/tools/patch/read-patch.ts";

const seed = 20_261_121;
const runs = { seed, numRuns: 1500 };

interface Line {
  readonly text: string;
  readonly ending: string;
}

const text = (lines: readonly Line[], finalNewline = true): string =>
  lines.map((line, index) => line.text + (index < lines.length - 1 || finalNewline ? line.ending : "")).join("");

/** Few different lines, so that most stand in several places, and some that look like parts of a patch. */
const lineText = fc.constantFrom(
  "",
  " ",
  "a",
  "  a",
  "b",
  "}",
  "-- x",
  "++ y",
  "@@ z",
  "*** End of File",
  "-",
  "\tc",
  "d ",
);
const ending = fc.constantFrom("\n", "\r\n");

const apply = (patch: string, before: string): string => {
  const [change] = readPatch(patch);
  if (change?.kind !== "update") throw new Error(`not an update: ${JSON.stringify(change)}`);
  return applyHunks(change.path, before, change.hunks).text;
};

describe("a unified diff", () => {
  const side = fc.record({
    lines: fc.array(fc.record({ text: lineText, ending }), { minLength: 1, maxLength: 30 }),
    finalNewline: fc.boolean(),
  });
  const edits = fc.record({
    before: side,
    cuts: fc.array(fc.tuple(fc.nat(30), fc.nat(4), fc.array(fc.record({ text: lineText, ending }), { maxLength: 4 }))),
    finalNewline: fc.boolean(),
    context: fc.integer({ min: 0, max: 4 }),
  });

  it("of any two texts gives the second", () => {
    fc.assert(
      fc.property(edits, ({ before, cuts, finalNewline, context }) => {
        const lines = [...before.lines];
        for (const [at, count, fresh] of cuts) lines.splice(at, count, ...fresh);
        const [old, young] = [text(before.lines, before.finalNewline), text(lines, finalNewline)];
        fc.pre(old !== young && old !== "" && young !== "");
        const patch = structuredPatch("a/x", "b/x", old, young, undefined, undefined, { context });
        const written = formatPatch({ ...patch, oldHeader: undefined, newHeader: undefined }, FILE_HEADERS_ONLY);
        // A patch without a carriage return leaves it to the file how new lines end.
        fc.pre(written.includes("\r") || !old.includes("\r"));
        expect(apply(written, old)).toBe(young);
      }),
      runs,
    );
  });

  it("of two CRLF texts gives the second, also when it is carried in CRLF or in LF", () => {
    const lines = fc.uniqueArray(fc.stringMatching(/^[a-z ]{1,12}$/), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(lines, fc.nat(19), fc.stringMatching(/^[A-Z]{1,5}$/), (all, at, fresh) => {
        const young = all.map((line, index) => (index === at % all.length ? fresh : line));
        const written = (ending: string) => {
          const [old, after] = [all, young].map((side) => side.map((line) => line + ending).join(""));
          const patch = structuredPatch("a/x", "b/x", old!, after!, undefined, undefined, { context: 3 });
          return formatPatch({ ...patch, oldHeader: undefined, newHeader: undefined }, FILE_HEADERS_ONLY);
        };
        const [old, after] = [all, young].map((side) => side.map((line) => `${line}\r\n`).join(""));
        for (const patch of [written("\r\n"), written("\n"), written("\n").replaceAll("\n", "\r\n")])
          expect(apply(patch, old!)).toBe(after);
      }),
      { seed, numRuns: 300 },
    );
  });
});

type Op = { readonly kind: " " | "-" | "+"; readonly text: string };

/** Hunks as Codex writes them: each change with some lines of context, changes that are near each other as one. */
const codexHunks = (ops: readonly Op[], context: number): string[] => {
  const near = (index: number): boolean =>
    ops.slice(Math.max(0, index - context), index + context + 1).some(({ kind }) => kind !== " ");
  return ops.flatMap(({ kind, text }, index) => {
    if (!near(index)) return [];
    return [...(index === 0 || !near(index - 1) ? ["@@"] : []), kind + text];
  });
};

interface Edited {
  readonly lines: readonly (Line & { readonly edit: { readonly kind: string; readonly fresh: readonly string[] } })[];
  readonly finalNewline: boolean;
}

/** What a patch of these edits gives, and what it should give. */
const edited = ({ lines, finalNewline }: Edited, context: number, tail: string[]): { got: string; wanted: string } => {
  const returns = lines.filter((line, index) => line.ending === "\r\n" && (finalNewline || index < lines.length - 1));
  const usual = returns.length * 2 > lines.length - (finalNewline ? 0 : 1) ? "\r\n" : "\n";
  const last = lines.length - 1;
  const ops = lines.flatMap(({ text, edit }): Op[] => [
    { kind: edit.kind === "keep" ? " " : "-", text },
    ...edit.fresh.map((fresh) => ({ kind: "+" as const, text: fresh })),
  ]);
  const young = lines.flatMap(({ text, ending, edit }, index) => [
    ...(edit.kind === "keep" ? [{ text, ending: index === last && !finalNewline ? usual : ending }] : []),
    ...edit.fresh.map((fresh) => ({ text: fresh, ending: usual })),
  ]);
  fc.pre(ops.some(({ kind }) => kind !== " "));
  // Without its last newline, a text that ends in an empty line cannot be told from one with it.
  fc.pre(finalNewline || (lines[last]!.text !== "" && young.at(-1)?.text !== ""));
  const patch = ["*** Begin Patch", "*** Update File: x", ...codexHunks(ops, context), ...tail, "*** End Patch"];
  return { got: apply(patch.join("\n"), text(lines, finalNewline)), wanted: text(young, finalNewline) };
};

describe("the format of Codex", () => {
  const edit = fc.oneof(
    { weight: 6, arbitrary: fc.constant({ kind: "keep", fresh: [] as string[] }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove"), fresh: fc.array(lineText, { maxLength: 2 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("keep"), fresh: fc.array(lineText, { maxLength: 3 }) }) },
  );
  const file = (line: fc.Arbitrary<string>) =>
    fc.record({
      lines: fc.array(fc.record({ text: line, ending, edit }), { minLength: 1, maxLength: 25 }),
      finalNewline: fc.boolean(),
    });
  const numbered = file(lineText).map(({ lines, finalNewline }) => ({
    lines: lines.map((line, index) => ({ ...line, text: `${line.text}${index}` })),
    finalNewline,
  }));

  it("with enough context gives the new file", () => {
    fc.assert(
      fc.property(numbered, fc.integer({ min: 1, max: 4 }), (sides, context) => {
        const { got, wanted } = edited(sides, context, []);
        expect(got).toBe(wanted);
      }),
      runs,
    );
  });

  it("with the whole file as context gives the new file, however its lines repeat", () => {
    fc.assert(
      fc.property(file(lineText), (sides) => {
        const { got, wanted } = edited(sides, 100, ["*** End of File"]);
        expect(got).toBe(wanted);
      }),
      runs,
    );
  });
});
