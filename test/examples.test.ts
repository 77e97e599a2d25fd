/** The examples run, as a reader runs them, and say what they should; their sessions replay offline. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { assemble } from "../src/assembly/assemble.ts";

const examples = join(import.meta.dirname, "../examples");

/** What each of them prints with its script; `…` stands for what differs from run to run. */
const printed: Readonly<Record<string, string>> = {
  hello: "Eight small programs, each beside the script that stands in for its model. (2 steps)\n",
  stream: "Timber under tide,\nholding frame and plank in line:\nno one sees it work.\n— 19 tokens\n",
  "own-tool": "In Bristol: 12.3 m against 5.9 m.\n",
  approvals: [
    "write_file asks:\n--- /dev/null\n+++ b/notes.md\n@@ -0,0 +1,1 @@\n+The keel is laid.\n",
    "bash asks:\ngit push\n…\n",
    "notes.md is written; I was not allowed to push it.",
    "notes.md: The keel is laid.\n\n",
  ].join("\n"),
  "structured-output": "HMS Beagle: 206 years, 3 masts\n",
  session: "Ada.\n2 replies, 820 tokens in, 7 out, 0.0026 USD\n",
  "own-provider": "leek, for a price that nobody knows\n",
  resume: [
    "The process was ended by SIGKILL, with this in its log book:\nweighed anchor\npassed the light\n",
    "All three entries stand in log.txt.\nweighed anchor\npassed the light\nmade fast\n\n",
  ].join("\n"),
};

test("each has its line here, is short, and says what it shows", () => {
  const programs = readdirSync(examples).filter((name) => name.endsWith(".ts"));
  expect(programs.toSorted()).toEqual(
    Object.keys(printed)
      .map((name) => `${name}.ts`)
      .toSorted(),
  );
  for (const program of programs) {
    const lines = readFileSync(join(examples, program), "utf8").trimEnd().split("\n");
    expect({ program, short: lines.length < 40 }).toEqual({ program, short: true });
    expect(lines[0]).toMatch(/^\/\*\* [A-Z].+: .+\. \*\/$/u);
  }
});

test.for(Object.entries(printed))("%s", async ([name, expected]) => {
  const { code, stdout, stderr, kept } = await run(join(examples, `${name}.ts`));
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(pattern(expected));
  await expectIdentical(kept);
});

/** Every request of every session is rebuilt as it was sent, and the chain holds. */
const expectIdentical = async (stateDir: string): Promise<void> => {
  const where = { cwd: stateDir, env: { HOME: stateDir, PATH: process.env["PATH"] } };
  const runtime = await assemble.withoutModel({
    configuration: { stateDir },
    saved: true,
    interactive: false,
    ...where,
  });
  try {
    const sessions = await runtime.list();
    expect(sessions.length).toBeGreaterThan(0);
    for (const { id, steps } of sessions) {
      const { requests } = await runtime.replay(id);
      expect(requests.length).toBeGreaterThanOrEqual(steps);
      expect(requests.filter(({ broken }) => broken !== undefined)).toEqual([]);
      expect(await runtime.verify(id)).toMatchObject({ ok: true });
    }
  } finally {
    await runtime.close();
  }
};

interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Where its sessions are. */
  readonly kept: string;
}

/** From the sources, without a build, and with nothing of the user's own in sight. */
const run = async (program: string): Promise<Ran> => {
  const home = await mkdtemp(join(tmpdir(), "kelson-example-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const kept = join(home, "kept");
  const keeping = `--import=${join(import.meta.dirname, "kept-examples.ts")}`;
  const child = spawn(process.execPath, ["--conditions=kelson-source", keeping, program], {
    env: { PATH: process.env["PATH"], HOME: home, TMPDIR: home, KEPT_EXAMPLES: kept },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said.stderr += text));
  const code = await new Promise<number | null>((ended) => child.on("close", ended));
  // One that keeps its sessions itself does so in the directory that it works in.
  const own = readdirSync(home).find((name) => existsSync(join(home, name, ".kelson")));
  return { code, ...said, kept: own === undefined ? kept : join(home, own, ".kelson") };
};

const pattern = (text: string): RegExp => {
  const parts = text.split("…").map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join(".*")}$`, "u");
};
