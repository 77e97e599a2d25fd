/** The key of an installation: one however many ask for it first, and its heads are only its own. */
import { execFile } from "node:child_process";
import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { installation } from "../../src/signers/installation.ts";
import { newDirectory } from "../stores/directory.ts";

const head = (session: string) => ({ session, seq: 4, seal: "a".repeat(64) });

test("processes that need a key at once agree on one", async () => {
  const directory = join(newDirectory(), "keys");
  const script = join(import.meta.dirname, "key-process.ts");
  const asked = Array.from({ length: 6 }, () => promisify(execFile)(process.execPath, [script, directory]));
  const ids = new Set((await Promise.all(asked)).map(({ stdout }) => stdout));
  expect([...ids]).toEqual([installation(directory).publicKey().id]);
  expect(readdirSync(directory).toSorted()).toEqual(["audit-ed25519.pem", "audit-ed25519.pub.pem"]);
  expect(statSync(join(directory, "audit-ed25519.pem")).mode & 0o777).toBe(0o600);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
});

test("nothing is made before it is needed, and the key lasts", () => {
  const directory = join(newDirectory(), "keys");
  const signer = installation(directory);
  expect(existsSync(directory)).toBe(false);
  const { id } = signer.publicKey();
  expect(installation(directory).publicKey().id).toBe(id);
  expect(createPrivateKey(readFileSync(join(directory, "audit-ed25519.pem"))).asymmetricKeyType).toBe("ed25519");
});

test("a signature holds for its own values and its own key only", () => {
  const signer = installation(newDirectory());
  const signed = signer.sign(head("one"));
  expect(signed).toMatchObject({ session: "one", seq: 4, count: 5, key: signer.publicKey().id });
  expect(signer.made(signed)).toBe(true);
  for (const changed of [{ session: "two" }, { seq: 5 }, { count: 6 }, { seal: "b".repeat(64) }, { signature: "" }])
    expect(signer.made({ ...signed, ...changed })).toBe(false);
  const other = installation(newDirectory());
  expect(other.made(signed)).toBe(false);
  expect(other.made({ ...signed, key: other.publicKey().id })).toBe(false);
  expect(signer.made({ ...signed, removedAt: 5 })).toBe(false);
});

test("heads are kept by session, whatever its id looks like", async () => {
  const directory = newDirectory();
  const signer = installation(directory);
  const ids = ["261122-020502-vdprsz", "../../up", ".", "", "a\nb", "ü".repeat(300), "CON"];
  for (const id of ids) await signer.keep(signer.sign(head(id)));
  for (const id of ids) expect(await signer.kept(id)).toMatchObject({ session: id, seq: 4 });
  expect(await signer.kept("other")).toBeUndefined();
  expect((await signer.sessions()).toSorted()).toEqual(ids.toSorted());
  expect(readdirSync(join(directory, "heads"))).toHaveLength(ids.length);

  await signer.retire("../../up", 1_000);
  await signer.retire("never kept", 1_000);
  const removed = await signer.kept("../../up");
  expect(removed).toMatchObject({ session: "../../up", removedAt: 1_000 });
  expect(signer.made(removed!)).toBe(true);
  expect(await signer.sessions()).not.toContain("../../up");
});

test("a key of another kind is refused with a sentence", () => {
  const directory = newDirectory();
  const { privateKey } = generateKeyPairSync("x25519");
  writeFileSync(join(directory, "audit-ed25519.pem"), privateKey.export({ type: "pkcs8", format: "pem" }));
  expect(() => installation(directory).publicKey()).toThrow(/holds no key that logs can be signed with/u);
});
