/** Finds the secrets of a workspace by the names of their files, as far as a short walk leads. */
import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * At the top of the workspace and where packages of it lie: down to three directories below the top, in the first 200. What
 * lies deeper or behind many others is not looked for. Keys and certificates (`*.pem`, `*.key`) and `.npmrc` are not among
 * them, for what a project tests or installs with them would fail.
 */
export const workspaceSecrets = (root: string): string[] => {
  const found: string[] = [];
  let level = [root];
  let left = maxDirectories;
  for (let depth = 0; depth <= maxDepth && left > 0; depth += 1) {
    const here = level.slice(0, left);
    left -= here.length;
    level = [];
    for (const directory of here)
      for (const entry of entries(directory)) {
        if (isSecret(entry)) found.push(join(directory, entry.name));
        else if (entry.isDirectory() && !passedOver.test(entry.name)) level.push(join(directory, entry.name));
      }
  }
  return found;
};

const maxDepth = 3;
const maxDirectories = 200;
/** What is fetched or made, and what begins with a dot. */
const passedOver = /^(?:\..*|node_modules|vendor|target|dist|build|venv|__pycache__)$/u;

/** Variables of programs, accounts of services, keys and passwords. A directory of such a name is none: `.env` may be Python's. */
const secretFile = new RegExp(
  `^(?:${[
    String.raw`\.env(?:\..+)?|\.dev\.vars(?:\..+)?`,
    String.raw`(?:gha-creds-|client_secret|service[-_]account).*\.json|.*firebase-adminsdk.*\.json|application_default_credentials\.json`,
    String.raw`\.(?:netrc|git-credentials|pgpass|pypirc|vault[-_](?:pass|token)(?:\.txt)?)`,
    String.raw`id_(?:rsa|dsa|ecdsa|ed25519)|.*\.kdbx`,
  ].join("|")})$`,
  "u",
);

/** What people keep at home, but sometimes not only there; a link may lead to one. */
const secretDirectory = /^\.(?:ssh|aws|gnupg|kube|azure|secrets)$/u;

/** Templates for a `.env` hold no secrets. */
const templates = /\.(?:example|sample|template|dist|defaults?)$/u;

const isSecret = (entry: Dirent): boolean =>
  secretDirectory.test(entry.name) ||
  (!entry.isDirectory() && secretFile.test(entry.name) && !templates.test(entry.name));

const entries = (directory: string): Dirent[] => {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
};
