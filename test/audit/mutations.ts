/** What somebody who can write the store, but has no key, could do to a log; each with what it has to be found as. */
import { generateKeyPairSync, sign } from "node:crypto";
import type { Change } from "../../src/contract/verdict.ts";
import { headText } from "../../src/contract/signer.ts";
import { genesis, seal } from "../../src/log/chain.ts";
import type { Row } from "./signed-store.ts";

type Rows = readonly Row[];
type Sealed = Record<string, unknown> & { data: Record<string, unknown> };

/** The rows with what was done to them, the seq that is named, and the kind of change. */
export type Mutation = (rows: Rows) => readonly [rows: Rows, seq: number, change: Change];

const renumbered = (rows: Rows): Rows => rows.map((row, seq) => ({ ...row, seq }));

const retold = (row: Row, change: (event: Sealed) => object): Row => ({
  ...row,
  text: JSON.stringify(change(JSON.parse(row.text) as Sealed)),
});

const changedAt = (rows: Rows, seq: number, change: (row: Row) => Row): Rows =>
  rows.map((row) => (row.seq === seq ? change(row) : row));

/** All seals from a line on made anew, as anybody can who knows how they are made. */
export const resealed = (rows: Rows, session: string, from = 0): Row[] => {
  const sealed: Row[] = [];
  for (const row of rows) {
    const prev = sealed.at(-1)?.seal ?? genesis(session);
    sealed.push(row.seq < from ? row : { ...row, seal: seal(prev, row.text) });
  }
  return sealed;
};

const isSignature = ({ text }: Row): boolean => (JSON.parse(text) as { type: string }).type === "log.signed";
const signatures = (rows: Rows): number[] => rows.filter(isSignature).map(({ seq }) => seq);
const sessionOf = (rows: Rows): string => (JSON.parse(rows[0]!.text) as { session: string }).session;
const later = (row: Row): Row => retold(row, (event) => ({ ...event, at: Number(event["at"]) + 1 }));

/** Signs every head anew with a key of one's own, under its own name or under that of the installation. */
const signedAnew = (rows: Rows, nameOfKey: (old: unknown) => unknown): Rows => {
  const { privateKey } = generateKeyPairSync("ed25519");
  const session = sessionOf(rows);
  let all = [...rows];
  for (const seq of signatures(rows)) {
    const prev = all[seq - 1]!.seal;
    const head = { session, seq: seq - 1, count: seq, seal: prev };
    const signature = sign(null, Buffer.from(headText(head)), privateKey).toString("base64");
    const { session: _, ...told } = head;
    const row = retold(all[seq]!, (event) => ({
      ...event,
      data: { ...told, key: nameOfKey(event.data["key"]), signature },
    }));
    all = resealed(all.with(seq, row), session, seq);
  }
  return all;
};

const at = 5;

export const mutations: Readonly<Record<string, Mutation>> = {
  "a line dropped": (rows) => [rows.filter(({ seq }) => seq !== at), at, "dropped"],
  "a line dropped, the others moved up": (rows) => [renumbered(rows.toSpliced(at, 1)), at, "dropped"],
  "three lines dropped, the others moved up": (rows) => [renumbered(rows.toSpliced(at, 3)), at, "dropped"],
  "the first line dropped": (rows) => [renumbered(rows.slice(1)), 0, "dropped"],
  "a line inserted": (rows) => {
    const row = { ...later(rows[at]!), seal: "" };
    row.seal = seal(rows[at - 1]!.seal, row.text);
    return [renumbered(rows.toSpliced(at, 0, row)), at, "inserted"];
  },
  "a line of old inserted": (rows) => [renumbered(rows.toSpliced(at, 0, rows[1]!)), at, "inserted"],
  "a line twice": (rows) => [renumbered(rows.toSpliced(at, 0, rows[at]!)), at + 1, "duplicated"],
  "two lines swapped": (rows) => [renumbered(rows.with(3, rows[4]!).with(4, rows[3]!)), 3, "swapped"],
  "two distant lines swapped": (rows) => [renumbered(rows.with(3, rows[9]!).with(9, rows[3]!)), 3, "swapped"],
  "the bodies of two lines swapped": (rows) => {
    const [one, other] = rows.filter(({ body }) => body !== null) as [Row, Row];
    const { body, salt } = other;
    return [rows.with(one.seq, { ...one, body, salt }), one.seq, "body changed"];
  },
  "the tail cut off": (rows) => [rows.slice(0, -3), rows.length - 3, "cut"],
  "the last line cut off": (rows) => [rows.slice(0, -1), rows.length - 1, "cut"],
  "all but the first line cut off": (rows) => [rows.slice(0, 1), 1, "cut"],
  "all lines cut off": () => [[], 0, "cut"],
  "cut back to an earlier signature": (rows) => {
    const end = signatures(rows)[0]! + 1;
    return [rows.slice(0, end), end, "rolled back"];
  },
  "edited, and sealed anew from there": (rows) => [
    resealed(changedAt(rows, at, later), sessionOf(rows), at),
    0,
    "sealed anew",
  ],
  "edited after the first signature, and sealed anew": (rows) => {
    const [first = 0] = signatures(rows);
    return [resealed(changedAt(rows, first + 2, later), sessionOf(rows), first + 2), first, "sealed anew"];
  },
  "the last line edited, and sealed anew": (rows) => {
    const last = rows.length - 1;
    return [resealed(changedAt(rows, last, later), sessionOf(rows), last), last, "sealed anew"];
  },
  "written anew without signatures": (rows) => {
    const unsigned = rows.filter((row) => !isSignature(row)).map(later);
    const numbered = unsigned.map((row, seq) => ({ ...retold(row, (event) => ({ ...event, seq })), seq }));
    const padded = [...numbered, ...numbered.slice(0, 4)].map((row, seq) => ({
      ...retold(row, (event) => ({ ...event, seq })),
      seq,
    }));
    return [resealed(padded, sessionOf(rows)), 0, "replaced"];
  },
  "edited, sealed anew, and signed with another key": (rows) => {
    const edited = resealed(changedAt(rows, at, later), sessionOf(rows), at);
    return [signedAnew(edited, () => "0123456789abcdef"), 0, "key changed"];
  },
  "edited, sealed anew, and signed with another key in our name": (rows) => {
    const edited = resealed(changedAt(rows, at, later), sessionOf(rows), at);
    return [signedAnew(edited, (own) => own), signatures(rows)[0]!, "signature forged"];
  },
  "a signature that is not one": (rows) => {
    const last = signatures(rows).at(-1)!;
    const forged = changedAt(rows, last, (row) =>
      retold(row, (event) => ({ ...event, data: { ...event.data, signature: "AAAA" } })),
    );
    return [resealed(forged, sessionOf(rows), last), last, "signature forged"];
  },
};

/** Each field of a line, changed where it rests; undefined when the line has no such field. */
export const fields: Readonly<Record<string, (row: Row) => Row | undefined>> = {
  "the seq of the row": (row) => ({ ...row, seq: row.seq + 1_000 }),
  "session in the text": (row) => retold(row, (event) => ({ ...event, session: "another" })),
  "seq in the text": (row) => retold(row, (event) => ({ ...event, seq: row.seq + 1 })),
  at: later,
  run: (row) => retold(row, (event) => ({ ...event, run: "another" })),
  step: (row) => retold(row, (event) => ({ ...event, step: 99 })),
  type: (row) => retold(row, (event) => ({ ...event, type: "guard.tripped" })),
  data: (row) => retold(row, (event) => ({ ...event, data: { ...event.data, more: 1 } })),
  "the digest of the body": (row) => retold(row, (event) => ({ ...event, body: { digest: "0".repeat(64), chars: 2 } })),
  "the order of the fields": (row) => retold(row, ({ type, ...event }) => ({ type, ...event })),
  "a space in the text": (row) => ({ ...row, text: row.text.replace(",", ", ") }),
  "the text, which is no JSON any more": (row) => ({ ...row, text: row.text.slice(1) }),
  "the seal": (row) => ({ ...row, seal: row.seal.replace(/^./u, (first) => (first === "0" ? "1" : "0")) }),
  "the salt": (row) => (row.salt === null ? undefined : { ...row, salt: `${row.salt}0` }),
  "the body": (row) => (row.body === null ? undefined : { ...row, body: row.body.replace("{", "{ ") }),
  "the body, taken away": (row) => (row.body === null ? undefined : { ...row, body: null, salt: null }),
  "the body, added": (row) => (row.body === null ? { ...row, body: "{}", salt: "00" } : undefined),
};
