/**
 * Verifies what `kelson audit export --format bundle` wrote, with nothing but Node 24 or newer:
 *
 *     node verify.ts session.jsonl [id of the key that you expect]
 *
 * Prints one line. Exit code 0: the log is what was signed; 1: it is not; 2: the file cannot be read. The first line of
 * the file is the head: { kelson, version, session, key: { id, base64 }, head, parents? }; each line after it is { text, seal, body? }.
 */
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";

type Json = { readonly [name: string]: Json } | readonly Json[] | string | number | boolean | null | undefined;
type Fields = { readonly [name: string]: Json };

class Bad extends Error {}

const sha256 = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");

const fields = (value: Json): Fields => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Bad("it is not a JSON object");
  return value as Fields;
};

const parse = (json: string): Fields => {
  try {
    return fields(JSON.parse(json) as Json);
  } catch {
    throw new Bad("it is not a JSON object");
  }
};

const text = (value: Json): string => {
  if (typeof value !== "string") throw new Bad("a text is missing");
  return value;
};

/** Checks a signature over a head; the text that is signed has the session's id last, as that may be any text. */
const checker = (base64: string): ((session: string, head: Fields) => boolean) => {
  // The fixed beginning of an ed25519 key in DER, RFC 8410.
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), Buffer.from(base64, "base64")]);
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  return (session, { seq, count, seal, signature }) => {
    const signed = ["kelson log head", "1", Number(seq), Number(count), text(seal), session].join("\n");
    return verify(null, Buffer.from(signed), key, Buffer.from(text(signature), "base64"));
  };
};

/** Looks at the file from its first line on, and gives back what holds, or throws what does not. */
const verified = (file: string, expectedKey: string | undefined): string => {
  const [first = "", ...lines] = file.split("\n").filter((line) => line.trim() !== "");
  const bundle = parse(first);
  if (bundle["kelson"] !== "bundle" || bundle["version"] !== 1) throw new Bad("it is not a bundle of version 1");
  const session = text(bundle["session"]);
  const base64 = bundle["key"] ? text(fields(bundle["key"])["base64"]) : undefined;
  const key = base64 === undefined ? undefined : sha256(Buffer.from(base64, "base64")).slice(0, 16);
  if (expectedKey !== undefined && key !== expectedKey) throw new Bad(`it was signed with key ${key}`);
  const isSigned = base64 === undefined ? undefined : checker(base64);
  const head = bundle["head"] ? fields(bundle["head"]) : undefined;

  const gone = new Set<number>();
  // A fork begins with the lines of its parents, each up to a seq.
  const parents = Array.isArray(bundle["parents"]) ? bundle["parents"].map(fields) : [];
  const ownerOf = (seq: number): string =>
    text((parents.find((parent) => seq <= Number(parent["seq"])) ?? bundle)["session"]);
  let [prev, headSeal, attested, erased] = [sha256(ownerOf(0)), "", 0, 0];
  for (const [seq, json] of lines.entries()) {
    try {
      const line = parse(json);
      const [sealed, seal] = [text(line["text"]), text(line["seal"])];
      if (seal !== sha256(`${prev}\n${sealed}`)) throw new Bad("the line, its seal or the line before it was changed");
      const event = parse(sealed);
      if (event["session"] !== ownerOf(seq) || event["seq"] !== seq) throw new Bad("the line belongs to another place");
      const digest = event["body"] ? fields(event["body"])["digest"] : undefined;
      if (line["body"]) {
        const body = fields(line["body"]);
        if (digest !== sha256(`${text(body["salt"])}\n${text(body["text"])}`)) throw new Bad("its body was changed");
      } else if (digest !== undefined) gone.add(seq);
      const data = event["data"] ? fields(event["data"]) : {};
      if (event["type"] === "body.erased" && Array.isArray(data["seqs"]))
        for (const one of data["seqs"] as number[]) if (gone.delete(one)) erased += 1;
      if (event["type"] === "log.signed" && data["key"] === key && isSigned !== undefined) {
        const fits = data["seq"] === seq - 1 && data["count"] === seq && data["seal"] === prev;
        if (!fits || !isSigned(ownerOf(seq), data)) throw new Bad("the signature is not one over the lines before it");
        attested = seq;
      }
      if (head?.["seq"] === seq) headSeal = seal;
      prev = seal;
    } catch (error) {
      throw error instanceof Bad ? new Bad(`line ${seq}: ${error.message}`) : error;
    }
  }
  // A parent may have written down an erasure later than it was forked.
  const missing = [...gone].find((seq) => ownerOf(seq) === session);
  if (missing !== undefined) throw new Bad(`line ${missing}: its body is gone, and no erasure was written down`);
  if (head !== undefined) {
    if (head["key"] !== key || !isSigned?.(session, head))
      throw new Bad("the head: its signature is not one of this key");
    if (head["seal"] !== headSeal) throw new Bad("the head: the lines up to it are not those that were signed");
    attested = Math.max(attested, Number(head["count"]));
  }
  return `${lines.length} lines, ${attested} attested with key ${key ?? "none"}, ${erased} erased`;
};

try {
  const [path = "", expectedKey] = process.argv.slice(2);
  console.log(`ok: ${verified(readFileSync(path, "utf8"), expectedKey)}`);
} catch (error) {
  console.log(`bad: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = error instanceof Bad ? 1 : 2;
}
