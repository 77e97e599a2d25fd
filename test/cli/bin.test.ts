/** bin/kelson: any Node starts it, the pinned one runs it, and signals and codes pass through. */
import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** A package whose program says what it was given, waits for a signal or ends as it is told. */
const program = `
  const [what, value] = process.argv.slice(2);
  console.log(process.version);
  if (what === "exit") process.exit(Number(value));
  if (what === "kill") process.kill(process.pid, value);
  if (what === "wait") {
    process.on("SIGINT", () => process.exit(130));
    process.on("SIGTERM", () => process.exit(143));
    setInterval(() => {}, 1000);
    console.log("ready");
  }
`;

/** Makes a Node say that it is an old one; its child, without the variable, is itself again. */
const pretend = `if (process.env.OLD) Object.defineProperty(process.versions, "node", { value: process.env.OLD });
delete process.env.OLD;`;

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "kelson-bin-"));
  for (const name of ["with/dist", "without/dist"]) await mkdir(join(home, name), { recursive: true });
  for (const name of ["with", "without"]) {
    await cp(join(root, "bin"), join(home, name, "bin"), { recursive: true });
    await writeFile(join(home, name, "package.json"), '{"type":"module"}');
    await writeFile(join(home, name, "dist/main.js"), program);
  }
  await symlink(join(root, "node_modules"), join(home, "with/node_modules"));
  // One that is too old hides whatever stands further up.
  await mkdir(join(home, "without/node_modules/node"), { recursive: true });
  await writeFile(join(home, "without/node_modules/node/package.json"), '{"name":"node","version":"20.0.0"}');
  await writeFile(join(home, "pretend.cjs"), pretend);
});
afterAll(() => rm(home, { recursive: true }));

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

const start = (given: {
  where?: string;
  old?: string;
  argv?: readonly string[];
  signal?: NodeJS.Signals;
}): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const bin = join(home, given.where ?? "with", "bin/kelson");
    const env = { HOME: home, PATH: process.env["PATH"], ...(given.old === undefined ? {} : { OLD: given.old }) };
    const child = spawn(process.execPath, ["-r", join(home, "pretend.cjs"), bin, ...(given.argv ?? [])], { env });
    const text = { stdout: "", stderr: "" };
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (text.stderr += chunk));
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text.stdout += chunk;
      if (given.signal && chunk.includes("ready")) child.kill(given.signal);
    });
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, ...text }));
  });

describe.each([
  ["a new Node goes on by itself", undefined],
  ["an old Node runs the pinned one", "20.1.0"],
  ["a very old Node runs the pinned one", "8.17.0"],
])("%s", (_, old) => {
  const more = old === undefined ? {} : { old };

  test("with its exit code", async () => {
    const ended = await start({ ...more, argv: ["exit", "42"] });
    expect(ended).toMatchObject({ code: 42, stderr: "" });
    expect(Number.parseInt(ended.stdout.slice(1), 10)).toBeGreaterThanOrEqual(24);
  });

  test("with the signal that ended it", async () => {
    expect(await start({ ...more, argv: ["kill", "SIGKILL"] })).toMatchObject({ code: null, signal: "SIGKILL" });
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("and hands on %s", async (signal, code) => {
    expect(await start({ ...more, argv: ["wait"], signal })).toMatchObject({ code, signal: null });
  });
});

test("without a pinned Node, an old one says so in one sentence", async () => {
  const ended = await start({ where: "without", old: "20.1.0", argv: ["exit", "0"] });
  expect(ended.code).toBe(1);
  expect(ended.stdout).toBe("");
  expect(ended.stderr).toMatch(
    /^kelson needs Node 24 or newer, got v\S+ at \S+; install a newer Node and try again\.\n$/u,
  );
});

test("the real program says its version", async () => {
  const bin = join(root, "bin/kelson");
  const child = spawn(process.execPath, [bin, "--version"], { stdio: ["ignore", "pipe", "inherit"] });
  const [version] = await Array.fromAsync(child.stdout.setEncoding("utf8"));
  expect(version).toMatch(/^\d+\.\d+\.\d+\n$/u);
});
