/** Bundles, and the two scripts that check them without us: both hold a good one for good, and find whatever was changed. */
import { execFile, spawnSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { installation } from "../../src/signers/installation.ts";
import { newDirectory } from "../stores/directory.ts";
import { fields, mutations } from "./mutations.ts";
import { say } from "../agent/workshop.ts";
import { copyOf, openedIn, type Row, signedStore } from "./signed-store.ts";

const { directory, session } = await signedStore();
const place = newDirectory();
const scripts = join(import.meta.dirname, "../../examples/verify-bundle");

// Copied out, so that nothing of ours is within their reach.
cpSync(scripts, place, { recursive: true });
const hasPython = spawnSync("python3", ["--version"]).status === 0;

const programs = [
  ["TypeScript", process.execPath, "verify.ts", true],
  ["Python", "python3", "verify.py", hasPython],
] as const;

interface Said {
  readonly code: unknown;
  readonly stdout: string;
}

const said = (program: string, argv: readonly string[]): Promise<Said> =>
  new Promise((resolve) => {
    execFile(program, argv, { cwd: place, env: { PATH: process.env["PATH"] } }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout: stdout + stderr }),
    );
  });

const bundleOf = async (from: string): Promise<string[]> => {
  const runtime = openedIn(from);
  const lines = await Array.fromAsync(runtime.bundle(session));
  await runtime.close();
  return lines;
};

const bundle = await bundleOf(directory);
const key = installation(join(directory, "keys")).publicKey().id;

const rows = bundle.slice(1).map((json, seq): Row => {
  const { text, seal, body } = JSON.parse(json) as {
    text: string;
    seal: string;
    body?: { salt: string; text: string };
  };
  return { seq, text, seal, salt: body?.salt ?? null, body: body?.text ?? null };
});

const lineOf = ({ text, seal, salt, body }: Row): string =>
  JSON.stringify({ text, seal, ...(body !== null && { body: { salt, text: body } }) });

const withHead = (
  change: (header: { head: Record<string, unknown> } & Record<string, unknown>) => object,
): string[] => [JSON.stringify(change(JSON.parse(bundle[0]!) as never)), ...bundle.slice(1)];

/** What is left of a matrix for SQL rows: a bundle has no seq beside the text. */
const changed: Record<string, string[]> = {
  ...Object.fromEntries(
    Object.entries(mutations).map(([name, mutation]) => [name, [bundle[0]!, ...mutation(rows)[0].map(lineOf)]]),
  ),
  ...Object.fromEntries(
    Object.entries(fields).flatMap(([name, edit]) => {
      const row = name === "the seq of the row" ? undefined : rows.findLast((one) => edit(one) !== undefined);
      return row === undefined ? [] : [[name, [bundle[0]!, ...rows.with(row.seq, edit(row)!).map(lineOf)]]];
    }),
  ),
  "the head's seq": withHead((header) => ({ ...header, head: { ...header.head, seq: 3 } })),
  "the head's count": withHead((header) => ({ ...header, head: { ...header.head, count: 99 } })),
  "the head's seal": withHead((header) => ({ ...header, head: { ...header.head, seal: "0".repeat(64) } })),
  "the head's signature": withHead((header) => ({ ...header, head: { ...header.head, signature: "AAAA" } })),
  "the head's key": withHead((header) => ({ ...header, head: { ...header.head, key: "0123456789abcdef" } })),
  "another public key": withHead((header) => ({ ...header, key: installation(newDirectory()).publicKey() })),
  "the session": withHead((header) => ({ ...header, session: "another" })),
  "the version": withHead((header) => ({ ...header, version: 2 })),
  "no header": bundle.slice(1),
  "nothing at all": [],
};

describe.for(programs)("the script in %s", ([name, program, script, there]) => {
  const why = there ? "" : ` (no ${name} here)`;

  test.skipIf(!there)(`holds a good bundle for good${why}`, async () => {
    writeFileSync(join(place, `${name}.jsonl`), `${bundle.join("\n")}\n`);
    const told = `ok: ${rows.length} lines, ${rows.length} attested with key ${key}, 0 erased\n`;
    expect(await said(program, [script, `${name}.jsonl`])).toEqual({ code: 0, stdout: told });
    expect(await said(program, [script, `${name}.jsonl`, key])).toEqual({ code: 0, stdout: told });
    expect(await said(program, [script, `${name}.jsonl`, "0123456789abcdef"])).toMatchObject({ code: 1 });
    expect(await said(program, [script, "no-such-file"])).toMatchObject({ code: 2 });
  });

  test.skipIf(!there)(`holds one with erased bodies for good, and one that was never signed${why}`, async () => {
    const copy = copyOf(directory);
    const runtime = openedIn(copy);
    const { bodies } = await runtime.erase(session, { seqs: [1, 4] });
    const length = rows.length + 2;
    await runtime.close();
    writeFileSync(join(place, `${name}.jsonl`), (await bundleOf(copy)).join("\n"));
    expect((await said(program, [script, `${name}.jsonl`])).stdout).toBe(
      `ok: ${length} lines, ${length} attested with key ${key}, ${bodies} erased\n`,
    );
    writeFileSync(
      join(place, `${name}.jsonl`),
      withHead((header) => ({ ...header, key: null, head: null })).join("\n"),
    );
    expect((await said(program, [script, `${name}.jsonl`])).stdout).toBe(
      `ok: ${rows.length} lines, 0 attested with key none, 0 erased\n`,
    );
  });

  test.skipIf(!there)(`holds a fork's bundle for good, and finds a parent that says otherwise${why}`, async () => {
    const runtime = openedIn(copyOf(directory));
    const fork = await runtime.fork(session, { at: { step: 1 } });
    await say(fork, "another way");
    await fork.close();
    const lines = await Array.fromAsync(runtime.bundle(fork.id));
    await runtime.close();
    const file = `fork in ${name}.jsonl`;
    writeFileSync(join(place, file), lines.join("\n"));
    const count = lines.length - 1;
    expect((await said(program, [script, file])).stdout).toBe(
      `ok: ${count} lines, ${count} attested with key ${key}, 0 erased\n`,
    );
    writeFileSync(
      join(place, file),
      lines.join("\n").replace(`"parents":[{"session":"${session}"`, '"parents":[{"session":"x"'),
    );
    expect(await said(program, [script, file])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^bad: line 0/u),
    });
  });
});

let files = 0;

test.each(Object.entries(changed))("a bundle that was changed is found by both: %s", async (_, lines) => {
  const file = `changed-${(files += 1)}.jsonl`;
  writeFileSync(join(place, file), lines.join("\n"));
  const answers = await Promise.all(
    programs.filter(([, , , there]) => there).map(([, program, script]) => said(program, [script, file])),
  );
  for (const answer of answers) {
    expect(answer).toMatchObject({ code: 1, stdout: expect.stringMatching(/^bad: .+\n$/u) });
    expect(answer).toEqual(answers[0]);
  }
});

test("a bundle can be imported as what it is", async () => {
  const runtime = openedIn(newDirectory());
  async function* texts(): AsyncIterable<string> {
    yield* bundle;
  }
  expect(await runtime.import(texts())).toBe(session);
  expect(await runtime.verify(session)).toMatchObject({ ok: true, lines: rows.length });
  await runtime.close();
});
