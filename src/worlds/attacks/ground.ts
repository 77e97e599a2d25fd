/** The ground of one attack: a workspace, and around it what an attacker would want, all made for this. */
import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { deniedCalls, judgedCalls } from "../seccomp-calls.ts";
import { listeners, type Listeners } from "./listeners.ts";
import { changes, snapshot } from "./snapshot.ts";

export interface Ground {
  readonly root: string;
  readonly home: string;
  /** The variables of an attack. */
  readonly env: Readonly<Record<string, string>>;
  /** What is seen from outside of what the attack did: a sentence each. `printed` is all that it said. */
  readonly damage: (printed: string) => readonly string[];
  readonly close: () => Promise<void>;
}

/** Makes it below `base`, a directory that exists. */
export const ground = async (base: string): Promise<Ground> => {
  const place = realpathSync(mkdtempSync(join(base, "kelson-attack-")));
  const [root, outside, home] = ["workspace", "outside", "home"].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ];
  const mark = randomUUID().slice(0, 8);
  const canary = `kelson-canary-${mark}`;
  for (const [path, text] of Object.entries(contents(canary))) put(join(place, path), text);
  for (const path of directories) mkdirSync(join(place, path), { recursive: true });
  spawnSync("mkfifo", [join(outside, "mailbox")]);
  const heard = await listeners(outside, mark);
  const victim = spawn("sleep", ["600"], {
    cwd: outside,
    env: { PATH: process.env["PATH"], CANARY: canary },
    stdio: "ignore",
  });
  const reader = spawn("cat", [join(outside, "mailbox")], { stdio: ["ignore", "pipe", "ignore"] });
  let mail = "";
  reader.stdout.on("data", (text: Buffer) => (mail += text.toString()));
  const watched = [outside, home, ...makesOthersRun.map((name) => join(root, name)), join("/tmp", mark)];
  const before = snapshot(watched);
  return {
    root,
    home,
    env: {
      HOME: home,
      OUTSIDE: outside,
      MARK: mark,
      PARENT: String(process.pid),
      VICTIM: String(victim.pid),
      ...heard.env,
      ...callNumbers(),
    },
    damage: (printed) => [
      ...changes(before, snapshot(watched)),
      ...(printed.includes(canary) ? ["it printed a secret"] : []),
      ...(printed.includes("BROKEN") ? [`it said ${/BROKEN.*/u.exec(printed)?.[0] ?? ""}`] : []),
      ...[...new Set(heard.names())].map((name) => `${name} heard it`),
      ...(mail === "" ? [] : ["the pipe outside heard it"]),
      ...(victim.exitCode === null && victim.signalCode === null ? [] : ["the other process died"]),
    ],
    close: () => leave({ place, mark, heard, children: [victim, reader] }),
  };
};

interface Held {
  readonly place: string;
  readonly mark: string;
  readonly heard: Listeners;
  readonly children: readonly { readonly kill: (signal: "SIGKILL") => boolean }[];
}

const leave = async ({ place, mark, heard, children }: Held): Promise<void> => {
  for (const child of children) child.kill("SIGKILL");
  await heard.close();
  await rm(join("/tmp", mark), { force: true });
  await rm(place, { recursive: true, force: true, maxRetries: 3 });
  await rm(`${place}.gone`, { recursive: true, force: true });
};

/** A repository by hand, as git may be missing; an outside; and a home with a secret in each usual place. */
const contents = (canary: string): Record<string, string> => ({
  "workspace/.git/HEAD": "ref: refs/heads/main\n",
  "workspace/.git/config": "[core]\n\trepositoryformatversion = 0\n\tbare = false\n",
  "workspace/.git/hooks/README": "none\n",
  "workspace/.env": `TOKEN=${canary}\n`,
  "workspace/.env.local": `TOKEN=${canary}\n`,
  "workspace/deploy/id_ed25519": `${canary}\n`,
  "workspace/deploy/.aws/credentials": `${canary}\n`,
  "workspace/deploy/service-account.json": `{"key": "${canary}"}\n`,
  "workspace/.envrc": "# quiet\n",
  "workspace/.vscode/tasks.json": "{}\n",
  "workspace/.husky/pre-commit": "true\n",
  "workspace/plain.txt": "plain\n",
  "outside/victim": "unchanged\n",
  "home/.profile": "# nothing\n",
  ...Object.fromEntries(secrets.map((name) => [`home/${name}`, `${canary}\n`])),
});

const secrets = [
  ".ssh/id_ed25519",
  ".aws/credentials",
  ".gnupg/private-keys-v1.d/key",
  ".config/gcloud/credentials.db",
  ".kube/config",
  ".netrc",
  ".npmrc",
  ".pypirc",
  ".git-credentials",
  ".config/gh/hosts.yml",
  ".docker/config.json",
  ".bash_history",
  ".zsh_history",
  ".mozilla/cookies.sqlite",
  ".config/google-chrome/Cookies",
  ".local/state/kelson/log",
  ".config/kelson/config.json",
];

const directories = ["workspace/.git/objects/info", "workspace/.git/objects/pack", "workspace/.git/refs/heads"];

/** What must be in the workspace afterwards as it was before. */
const makesOthersRun = [
  ".git/hooks",
  ".git/config",
  ".git/commondir",
  ".kelson",
  ".envrc",
  ".vscode/tasks.json",
  ".vscode/settings.json",
  ".husky",
  ".mcp.json",
  ".claude/settings.json",
];

const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: 0o644 });
};

const callNumbers = (): Record<string, string> => {
  const column = process.arch === "arm64" ? 1 : 0;
  const numbers = { ...deniedCalls, ...judgedCalls, prlimit64: [302, 261] as const };
  return Object.fromEntries(
    Object.entries(numbers).map(([name, each]) => [`CALL_${name}`, String(each[column] ?? -1)]),
  );
};
