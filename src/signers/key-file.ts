/** The private key of this installation, in a file that only its owner may read. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { KelsonError, sentenceOf } from "../contract/error.ts";
import type { PublicKey } from "../contract/signer.ts";

export interface KeyPair extends PublicKey {
  readonly privateKey: KeyObject;
  /** For keyed digests; derived, so that nothing is signed with what also makes digests. */
  readonly macKey: Buffer;
  readonly publicKey: KeyObject;
}

/** Reads the key in a directory, and makes one when there is none. */
export const keyIn = (directory: string): KeyPair => {
  const path = join(directory, "audit-ed25519.pem");
  const pem = read(path) ?? make(directory, path);
  try {
    return pairOf(createPrivateKey(pem));
  } catch (cause) {
    throw new KelsonError("store_failed", `${path} holds no key that logs can be signed with`, {
      hint: "Put the key back from a copy. Without it, what it has signed cannot be checked here any more.",
      cause,
    });
  }
};

const pairOf = (privateKey: KeyObject): KeyPair => {
  if (privateKey.asymmetricKeyType !== "ed25519") throw new TypeError("not an ed25519 key");
  const publicKey = createPublicKey(privateKey);
  const bytes = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
  const secret = privateKey.export({ type: "pkcs8", format: "der" });
  const macKey = Buffer.from(hkdfSync("sha256", secret, "", "kelson keyed digests", 32));
  return { id: hash("sha256", bytes).slice(0, 16), base64: bytes.toString("base64"), privateKey, macKey, publicKey };
};

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new KelsonError("store_failed", `the key ${path} cannot be read: ${sentenceOf(cause)}`, { cause });
  }
};

/** A link is made to a whole file or not at all, and to the first of two: so two processes at once have one key. */
const make = (directory: string, path: string): string => {
  const draft = join(directory, `.${randomBytes(8).toString("hex")}`);
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    try {
      writeWhole(draft, String(privateKey.export({ type: "pkcs8", format: "pem" })), 0o600);
      linkIfNone(draft, path);
      const own = readFileSync(path, "utf8");
      if (own === readFileSync(draft, "utf8"))
        writeFileSync(`${path.slice(0, -".pem".length)}.pub.pem`, publicKey.export({ type: "spki", format: "pem" }));
      return own;
    } finally {
      rmSync(draft, { force: true });
    }
  } catch (cause) {
    throw new KelsonError(
      "not_writable",
      `a key to sign logs with cannot be made in ${directory}: ${sentenceOf(cause)}`,
      {
        cause,
      },
    );
  }
};

const writeWhole = (path: string, text: string, mode: number): void => {
  const file = openSync(path, "wx", mode);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

const linkIfNone = (from: string, to: string): void => {
  try {
    linkSync(from, to);
  } catch (thrown) {
    const { code = "" } = thrown as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    // Some file systems know no links.
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(code)) throw thrown;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
};
