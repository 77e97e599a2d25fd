/** The package as a user gets it: packed, unpacked beside a program that type-checks strictly and runs under plain Node. */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, afterAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const bin = (name: string): string => join(root, "node_modules/.bin", name);
const run = promisify(execFile);

const program = `
import { agent, folds, type Event, type Provider, type RunResult, tool } from "kelson";
import { memory, scripted } from "kelson/testing";
import { z } from "zod";

const model: Provider = scripted({
  name: "turns",
  script: { turns: [{ calls: [{ name: "add", input: { one: 40, other: 2 } }] }, { text: '{"sum":42}' }] },
});
const add = tool({
  name: "add",
  description: "Adds two numbers.",
  input: z.object({ one: z.number(), other: z.number() }),
  effects: [],
  run: ({ one, other }) => one + other,
});
const assistant = agent({ model, tools: [add], store: memory(), output: z.object({ sum: z.number() }) });
const run = assistant.run("What is 40 + 2?");
const types: Event["type"][] = [];
for await (const event of run) {
  if (event.type === "call.finished") console.log(event.data.output?.[0]);
  types.push(event.type);
}
const result: RunResult<{ sum: number }> = await run;
if (!result.ok) throw new Error(result.error.message);
const sum: number = result.output.sum;
const { total } = await assistant.read(result.session, folds.usage);
console.log(sum, total.replies, types.at(-1));
// @ts-expect-error: a typo in an option is found
export const wrong = () => agent({ modle: "x" });
`;

const settings = {
  compilerOptions: {
    target: "esnext",
    module: "nodenext",
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
  },
  files: ["program.ts"],
};

let consumer = "";

beforeAll(async () => {
  const place = await mkdtemp(join(tmpdir(), "kelson-package-"));
  const packed = join(place, "packed");
  consumer = join(place, "consumer");
  const modules = join(consumer, "node_modules");
  await Promise.all([mkdir(packed), mkdir(modules, { recursive: true })]);
  for (const name of ["package.json", "bin", "LICENSE"]) {
    await cp(join(root, name), join(packed, name), { recursive: true });
  }
  await run(bin("rolldown"), ["-c", "--dir", join(packed, "dist")], { cwd: root });
  await run(bin("tsc"), ["-p", "tsconfig.types.json", "--outDir", join(packed, "dist/types")], { cwd: root });
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", place], { cwd: packed });
  const { name, version, dependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
    name: string;
    version: string;
    dependencies: Record<string, string>;
  };
  await run("tar", ["-xzf", `${name}-${version}.tgz`], { cwd: place });
  await cp(join(place, "package"), join(modules, name), { recursive: true });
  // As npm would install them, but from what is here.
  for (const dependency of [...Object.keys(dependencies), "@types/node", "undici-types"]) {
    const link = join(modules, dependency);
    await mkdir(join(link, ".."), { recursive: true });
    await symlink(join(root, "node_modules", dependency), link);
  }
  await writeFile(join(consumer, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(join(consumer, "tsconfig.json"), JSON.stringify(settings));
  await writeFile(join(consumer, "program.ts"), program);
});

afterAll(() => rm(join(consumer, ".."), { recursive: true, force: true }));

test("a program type-checks against it, its declarations included", async () => {
  const checked = await run(bin("tsc"), [], { cwd: consumer }).catch((failed: { stdout: string }) => failed);
  expect(checked.stdout).toBe("");
});

test("a program runs with it", async () => {
  const { stdout, stderr } = await run(process.execPath, ["program.ts"], { cwd: consumer });
  expect(stderr).toBe("");
  expect(stdout).toBe("{ type: 'text', text: '42' }\n42 2 run.ended\n");
});

test("its program runs, too", async () => {
  const { stdout } = await run(process.execPath, ["node_modules/kelson/bin/kelson", "--help"], { cwd: consumer });
  expect(stdout).toContain("Usage: kelson");
});
