/** The chain: whatever is changed in stored lines is found, with the seq of the first line that is wrong. */
import { type Arbitrary, constantFrom, nat, pre, record, string } from "fast-check";
import { describe, expect, test } from "vitest";
import type { Change, Verdict } from "../../src/contract/verdict.ts";
import type { Line } from "../../src/contract/store.ts";
import { genesis, seal, verifyChain } from "../../src/log/chain.ts";
import { lineOf } from "../../src/log/line.ts";
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

test("what is not changed holds", async () => {
  expect(await verdictOf(lines)).toEqual({ ok: true, lines: lines.length, head: lines.at(-1)?.seal, erased: 0 });
  expect(await verdictOf([])).toEqual({ ok: true, lines: 0, head: genesis("s"), erased: 0 });
});

describe("a change is found at its line", () => {
  const matrix: Record<string, readonly [altered: Line[], seq: number, change: Change]> = {
    "the type": [retold(5, (event) => ({ ...event, type: "call.finished" })), 5, "edited"],
    "the time": [retold(5, (event) => ({ ...event, at: Number(event.at) + 1 })), 5, "edited"],
    "the seq in the text": [retold(5, (event) => ({ ...event, seq: 6 })), 5, "edited"],
    "the session in the text": [retold(5, (event) => ({ ...event, session: "t" })), 5, "edited"],
    "the data": [retold(5, (event) => ({ ...event, data: {} })), 5, "edited"],
    "the first line": [retold(0, (event) => ({ ...event, at: 0 })), 0, "edited"],
    "the last line": [retold(last, (event) => ({ ...event, at: 0 })), last, "edited"],
    "the order of the fields": [retold(5, ({ type, ...event }) => ({ type, ...event })), 5, "edited"],
    "the seal": [changedAt(5, (line) => ({ ...line, seal: seal("other", line.text) })), 5, "edited"],
    "the text and its seal": [changedAt(5, (line) => sealAnew(line, line.text.replace('"s"', '"s" '))), 6, "edited"],
    "the body's text": [
      changedAt(bodied, (line) => ({ ...line, body: { ...line.body!, text: "{}" } })),
      bodied,
      "body changed",
    ],
    "the body's salt": [
      changedAt(bodied, (line) => ({ ...line, body: { ...line.body!, salt: "00" } })),
      bodied,
      "body changed",
    ],
    "a body added": [changedAt(bare, (line) => ({ ...line, body: { salt: "", text: "{}" } })), bare, "body added"],
    "the bodies of two lines swapped": [
      lines.map((line) => (line.seq === bodied ? { ...line, body: lines[1]!.body } : line)),
      bodied,
      "body changed",
    ],
    "a line dropped": [lines.filter(({ seq }) => seq !== 5), 5, "dropped"],
    "a line dropped, the others moved up": [renumbered(lines.filter(({ seq }) => seq !== 5)), 5, "dropped"],
    "the first line cut off": [lines.slice(1), 0, "dropped"],
    "the first line cut off, the others moved up": [renumbered(lines.slice(1)), 0, "dropped"],
    "a line twice": [lines.toSpliced(5, 0, lines[5]!), 5, "duplicated"],
    "a line twice, the others moved down": [renumbered(lines.toSpliced(5, 0, lines[5]!)), 6, "duplicated"],
    "a line inserted": [
      renumbered(lines.toSpliced(5, 0, sealAnew(lines[5]!, '{"session":"s","seq":5}'))),
      5,
      "inserted",
    ],
    "two lines swapped": [renumbered(lines.with(5, lines[6]!).with(6, lines[5]!)), 5, "swapped"],
    "two lines read in the wrong order": [lines.with(5, lines[6]!).with(6, lines[5]!), 5, "dropped"],
    "not JSON, sealed anew": [changedAt(last, (line) => sealAnew(line, "what?")), last, "edited"],
    "another's seq, sealed anew": [
      changedAt(last, (line) => sealAnew(line, '{"session":"s","seq":0}')),
      last,
      "inserted",
    ],
    "another session's, sealed anew": [
      changedAt(last, (line) => sealAnew(line, `{"session":"t","seq":${last}}`)),
      last,
      "replaced",
    ],
  };
  test.each(Object.entries(matrix))("%s", async (_, [altered, seq, change]) => {
    const verdict = await verdictOf(altered);
    expect(verdict).toEqual({ ok: false, lines: verdict.lines, seq, change, problem: expect.any(String) });
    expect(verdict.lines).toBeLessThanOrEqual(lines.length);
  });

  test("another session's whole chain", async () => {
    expect(await verdictOf(lines, "t")).toMatchObject({ ok: false, lines: 0, seq: 0, change: "replaced" });
  });
});

test("a body that is gone is one that was erased, or that somebody took away", async () => {
  const bodies = lines.flatMap(({ seq, body }) => (body === undefined ? [] : [seq]));
  const bare = lines.map(({ session, seq, text, seal }) => ({ session, seq, text, seal }));
  expect(await verdictOf(bare)).toMatchObject({ ok: false, seq: bodies[0], change: "body erased" });

  const prev = lines.at(-1)?.seal ?? "";
  const recorded = (seqs: number[]): Line =>
    lineOf({ type: "body.erased", data: { seqs, by: "user" } }, { session: "s", seq: lines.length, at: 0 }, prev);
  expect(await verdictOf([...bare, recorded(bodies)])).toMatchObject({ ok: true, erased: bodies.length });
  expect(await verdictOf([...bare, recorded(bodies.slice(1))])).toMatchObject({ ok: false, seq: bodies[0] });
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
