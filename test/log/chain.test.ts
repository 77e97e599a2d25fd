/** The chain: whatever is changed in stored lines is found, with the seq of the first line that is wrong. */
import { type Arbitrary, constantFrom, nat, pre, record, string } from "fast-check";
import { describe, expect, test } from "vitest";
import type { Verdict } from "../../src/contract/verdict.ts";
import type { Line } from "../../src/contract/store.ts";
import { genesis, seal, verifyChain } from "../../src/log/chain.ts";
import { guardedLog } from "./guarded-log.ts";
import { holds } from "./holds.ts";
import { allowed, asked, begun, context, ended, finished, openedSession, replied, running } from "./story.ts";

/** A real session's lines; some have bodies and some have none. */
const real = async (): Promise<readonly Line[]> => {
  const step = [asked(), replied("I look.", ["a"]), allowed("a"), begun("a"), finished("a", "grüß dich 👋\u0000")];
  const { store } = await guardedLog([
    openedSession,
    context("be brief"),
    ...running(),
    ...step,
    asked(),
    replied("done"),
    ended(),
  ]);
  return (await Array.fromAsync(store.read("s"))).flat();
};

const lines = await real();
const last = lines.length - 1;
const bodied = lines.findIndex(({ body }, seq) => seq > 3 && body !== undefined);
const bare = lines.findIndex(({ body }, seq) => seq > 3 && body === undefined);

async function* inBatches(all: readonly Line[]): AsyncIterable<readonly Line[]> {
  for (let from = 0; from < all.length; from += 3) yield all.slice(from, from + 3);
}

const verdictOf = (changed: readonly Line[], session = "s"): Promise<Verdict> =>
  verifyChain(session, genesis(session), inBatches(changed));

const changedAt = (seq: number, change: (line: Line) => Line): Line[] =>
  lines.map((line) => (line.seq === seq ? change(line) : line));

type Sealed = Record<"at" | "type" | "seq", unknown>;

const retold = (seq: number, change: (event: Sealed) => object): Line[] =>
  changedAt(seq, (line) => ({ ...line, text: JSON.stringify(change(JSON.parse(line.text) as Sealed)) }));

const renumbered = (some: readonly Line[]): Line[] => some.map((line, seq) => ({ ...line, seq }));

const sealAnew = (line: Line, text: string): Line => ({
  ...line,
  text,
  seal: seal(lines[line.seq - 1]?.seal ?? genesis("s"), text),
});

const changed = "the line, its seal or the line before it was changed";

test("what is not changed holds", async () => {
  expect(await verdictOf(lines)).toEqual({ ok: true, lines: lines.length, head: lines.at(-1)?.seal, erased: 0 });
  expect(await verdictOf([])).toEqual({ ok: true, lines: 0, head: genesis("s"), erased: 0 });
});

describe("a change is found at its line", () => {
  const matrix: Record<string, readonly [altered: Line[], seq: number, problem: string]> = {
    "the type": [retold(5, (event) => ({ ...event, type: "call.finished" })), 5, changed],
    "the time": [retold(5, (event) => ({ ...event, at: Number(event.at) + 1 })), 5, changed],
    "the seq in the text": [retold(5, (event) => ({ ...event, seq: 6 })), 5, changed],
    "the session in the text": [retold(5, (event) => ({ ...event, session: "t" })), 5, changed],
    "the data": [retold(5, (event) => ({ ...event, data: {} })), 5, changed],
    "the first line": [retold(0, (event) => ({ ...event, at: 0 })), 0, changed],
    "the last line": [retold(last, (event) => ({ ...event, at: 0 })), last, changed],
    "the order of the fields": [retold(5, ({ type, ...event }) => ({ type, ...event })), 5, changed],
    "the seal": [changedAt(5, (line) => ({ ...line, seal: seal("other", line.text) })), 5, changed],
    "the text and its seal": [changedAt(5, (line) => sealAnew(line, line.text.replace('"s"', '"s" '))), 6, changed],
    "the body's text": [
      changedAt(bodied, (line) => ({ ...line, body: { ...line.body!, text: "{}" } })),
      bodied,
      "the line's body was changed",
    ],
    "the body's salt": [
      changedAt(bodied, (line) => ({ ...line, body: { ...line.body!, salt: "00" } })),
      bodied,
      "the line's body was changed",
    ],
    "a body added": [
      changedAt(bare, (line) => ({ ...line, body: { salt: "", text: "{}" } })),
      bare,
      "a body was added to the line",
    ],
    "the bodies of two lines swapped": [
      lines.map((line) => (line.seq === bodied ? { ...line, body: lines[1]!.body } : line)),
      bodied,
      "the line's body was changed",
    ],
    "a line dropped": [lines.filter(({ seq }) => seq !== 5), 5, "line 5 is missing"],
    "a line dropped, the others moved up": [renumbered(lines.filter(({ seq }) => seq !== 5)), 5, changed],
    "the first line cut off": [lines.slice(1), 0, "line 0 is missing"],
    "the first line cut off, the others moved up": [renumbered(lines.slice(1)), 0, changed],
    "a line twice": [lines.toSpliced(5, 0, lines[5]!), 5, "line 5 is there twice"],
    "a line twice, the others moved down": [renumbered(lines.toSpliced(5, 0, lines[5]!)), 6, changed],
    "a line inserted": [renumbered(lines.toSpliced(5, 0, sealAnew(lines[5]!, '{"session":"s","seq":5}'))), 6, changed],
    "two lines swapped": [renumbered(lines.with(5, lines[6]!).with(6, lines[5]!)), 5, changed],
    "two lines read in the wrong order": [lines.with(5, lines[6]!).with(6, lines[5]!), 5, "line 5 is missing"],
    "not JSON, sealed anew": [changedAt(last, (line) => sealAnew(line, "what?")), last, "the line is not JSON"],
    "another's seq, sealed anew": [
      changedAt(last, (line) => sealAnew(line, '{"session":"s","seq":0}')),
      last,
      "the line was sealed as line 0",
    ],
    "another session's, sealed anew": [
      changedAt(last, (line) => sealAnew(line, `{"session":"t","seq":${last}}`)),
      last,
      "the line belongs to session t",
    ],
  };
  test.each(Object.entries(matrix))("%s", async (_, [altered, seq, problem]) => {
    const verdict = await verdictOf(altered);
    expect(verdict).toEqual({ ok: false, lines: verdict.lines, seq, problem });
    expect(verdict.lines).toBeLessThanOrEqual(lines.length);
  });

  test("another session's whole chain", async () => {
    expect(await verdictOf(lines, "t")).toEqual({ ok: false, lines: 0, seq: 0, problem: changed });
  });
});

test("a body that was erased is counted, and the chain holds", async () => {
  const erased = lines.map(({ session, seq, text, seal }) => ({ session, seq, text, seal }));
  const bodies = lines.filter(({ body }) => body !== undefined).length;
  expect(await verdictOf(erased)).toEqual({ ok: true, lines: lines.length, head: lines.at(-1)?.seal, erased: bodies });
});

// A signed head tells the two apart.
test("lines cut off at the end are not found, but there are fewer", async () => {
  expect(await verdictOf(lines.slice(0, -2))).toEqual({
    ok: true,
    lines: last - 1,
    head: lines.at(-3)?.seal,
    erased: 0,
  });
});

test("a changed character is always found", async () => {
  const edits = record({
    seq: nat(last),
    field: constantFrom("text", "seal", "salt", "body"),
    place: nat(),
    kind: constantFrom("replace", "insert", "delete"),
    character: string({ unit: "binary", minLength: 1, maxLength: 1 }),
  });
  const check = async ({ seq, field, place, kind, character }: typeof edits extends Arbitrary<infer T> ? T : never) => {
    const edited = (name: string, old: string): string => {
      if (name !== field) return old;
      const at = place % (old.length + 1);
      return old.slice(0, at) + (kind === "delete" ? "" : character) + old.slice(kind === "insert" ? at : at + 1);
    };
    const { body, text, seal, ...line } = lines[seq]!;
    const altered: Line = {
      ...line,
      text: edited("text", text),
      seal: edited("seal", seal),
      body: body && { salt: edited("salt", body.salt), text: edited("body", body.text) },
    };
    pre(JSON.stringify(altered) !== JSON.stringify(lines[seq]));
    expect(await verdictOf(lines.with(seq, altered))).toMatchObject({ ok: false, lines: seq, seq });
  };
  await holds(edits, check, 1_500);
});
