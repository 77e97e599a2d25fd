/** The redactor: what it finds and what it leaves, whole and piece by piece. */
import { array, constantFrom, integer, oneof, record, string } from "fast-check";
import { expect, test } from "vitest";
import type { Redactor } from "../../src/contract/redactor.ts";
import { redactor } from "../../src/secrets/redactor.ts";
import { holds } from "../log/holds.ts";
import { benignTexts, secretTexts } from "./corpus.ts";
import { drawn, jwt, pemBlock } from "./drawn.ts";

const ownKey = "own,Key with=signs/9912";
const plainKey = "plainOwnKey-77aa";
const full = redactor({ values: [ownKey, plainKey], key: () => "key of the tests", level: "full" });

test.each(secretTexts)("finds %s and nothing beside it", (_, text, secret) => {
  const { text: safe, found } = full.text(text);
  expect(found).toHaveLength(1);
  const [{ kind, digest, count }] = found as [(typeof found)[0]];
  expect(safe).toBe(text.split(secret).join(`[secret:${kind}:${digest}]`));
  expect(count).toBe(1);
  expect(full.secretsIn(text)).toEqual(new Map([[`[secret:${kind}:${digest}]`, secret]]));
});

test.each(benignTexts.map((text) => [text.slice(0, 60), text]))("leaves %j", (_, text) => {
  expect(full.text(text)).toEqual({ text, found: [] });
  expect(streamed(full, text.split(""))).toBe(text);
});

test("a given key is found in the forms that it takes on the way", () => {
  const forms = [
    ownKey,
    encodeURIComponent(ownKey),
    Buffer.from(`user:${plainKey}`).toString("base64"),
    Buffer.from(plainKey).toString("base64url"),
    JSON.stringify({ note: plainKey }),
  ];
  for (const form of forms) expect(full.text(`x ${form} y`).found).toMatchObject([{ kind: "given-key", count: 1 }]);
});

test("a key that stands for none is left alone", () => {
  const local = redactor({ values: ["not-needed", "lm-studio", "short"], key: () => "k", level: "full" });
  expect(local.text("not-needed, lm-studio, short").found).toEqual([]);
});

test("the digest depends on the key, and on nothing else but the secret", () => {
  const [, text] = secretTexts[0]!;
  const other = redactor({ values: [], key: () => "another key", level: "full" });
  expect(other.text(text).found[0]?.digest).not.toBe(full.text(text).found[0]?.digest);
  expect(full.text(`${text} and ${text}`).found).toEqual([{ ...full.text(text).found[0]!, count: 2 }]);
});

test("in data, fields tell by their names, and nothing but strings changes", () => {
  const value = {
    token: drawn("word", 20),
    n: 1,
    deep: [{ text: `ghp_${drawn("word", 36)}` }, null, true],
    plain: "text",
  };
  const { value: safe, found } = full.json(value);
  expect(safe).toEqual({
    token: expect.stringMatching(/^\[secret:named:[0-9a-f]{16}\]$/u),
    n: 1,
    deep: [{ text: expect.stringMatching(/^\[secret:github:[0-9a-f]{16}\]$/u) }, null, true],
    plain: "text",
  });
  expect(found.map(({ kind }) => kind)).toEqual(["named", "github"]);
  expect(full.json(safe)).toEqual({ value: safe, found: [] });
  const clean = { a: ["b", { c: 1 }] };
  expect(full.json(clean).value).toBe(clean);
});

test("one that only reports changes nothing", () => {
  const reporting = redactor({ values: [plainKey], key: () => "k", level: "log" });
  const text = `x ${plainKey} y`;
  expect(reporting.text(text)).toMatchObject({ text, found: [{ kind: "given-key" }] });
  expect(streamed(reporting, text.split(""))).toBe(text);
});

const pieces = oneof(
  constantFrom(...secretTexts.map(([, text]) => text)),
  constantFrom(...secretTexts.map(([, , secret]) => secret)),
  constantFrom(...benignTexts),
  constantFrom(ownKey, plainKey, encodeURIComponent(ownKey), jwt(), pemBlock("EC PRIVATE KEY", 3)),
  constantFrom(" ", "\n", "", "=", ": ", '"', "-", "password", "password=", "--token ", "Bearer ", "://u:", "@h", ","),
  constantFrom(
    "-----BEGIN PRIVATE KEY-----\n",
    "-----END PRIVATE KEY-----",
    "[secret:",
    "[secret:aws:0123456789abcdef]",
  ),
  string({ maxLength: 12 }),
);
const texts = array(pieces, { maxLength: 8 }).map((some) => some.join(""));

const lengths = array(integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 40 });

test("a text that comes in pieces is redacted as the whole text is", () =>
  holds(
    record({ text: texts, lengths }),
    ({ text, lengths: some }) => expect(streamed(full, split(text, some))).toBe(full.text(text).text),
    3_000,
  ));

test("redacting twice is redacting once", () =>
  holds(
    texts,
    (text) => {
      const once = full.text(text).text;
      expect(full.text(once)).toEqual({ text: once, found: [] });
    },
    3_000,
  ));

test("what is longer than a secret can be is not held back, and given keys are found in it", () => {
  const data = drawn("base64", 60_000);
  const text = `a ${data.slice(0, 40_000)}${plainKey}${data.slice(40_000)} ghp_${drawn("word", 36)} b`;
  const stream = full.stream();
  const given = split(text, [997]).map((piece) => stream.push(piece));
  expect(given.slice(0, 40).join("").length).toBeGreaterThan(20_000);
  const whole = given.join("") + stream.end();
  expect(whole).toBe(full.text(text).text);
  expect(full.text(text).found.map(({ kind }) => kind)).toEqual(["given-key", "github"]);
});

// A backtracking that runs away would not end before the test is given up.
test("no text takes long", { timeout: 120_000 }, () => {
  const million = 1_000_000;
  const hostile = [
    "a",
    "eyJ",
    "-eyJ",
    "password=",
    "password ",
    "--token ",
    "://a:",
    "-----BEGIN PRIVATE KEY-----\n",
    "bearer ",
    "SG.",
    "sk-",
    "12345678:AA",
    "\\neyJ",
    'secret:"',
    "[secret:",
    `${"a".repeat(23)} `,
  ];
  for (const unit of hostile) {
    const text = unit.repeat(Math.ceil(million / unit.length));
    expect(streamed(full, split(text, [4_096]))).toBe(full.text(text).text);
  }
});

const streamed = (by: Redactor, fragments: readonly string[]): string => {
  const stream = by.stream();
  return fragments.map((fragment) => stream.push(fragment)).join("") + stream.end();
};

const split = (text: string, lengths: readonly number[]): string[] => {
  const parts: string[] = [];
  for (let at = 0, turn = 0; at < text.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    parts.push(text.slice(at, at + length));
    at += length;
  }
  return parts;
};
