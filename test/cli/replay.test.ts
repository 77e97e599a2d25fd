/** `kelson replay`: a recorded session is a test of what a prompt is made of. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Workshop, workshop } from "./workshop.ts";

const worked = async (shop: Workshop): Promise<string> => {
  const model = await shop.script(
    { text: "Looking.", calls: [{ name: "list_directory", input: {} }] },
    { text: "Seen." },
  );
  const { stdout } = await shop.kelson(["run", "-m", model, "--output-format", "json", "look around"]);
  return (JSON.parse(stdout) as { session_id: string }).session_id;
};

const golden = (name: string): string => join(import.meta.dirname, "../golden/0.1.0", `${name}.jsonl`);

const recorded = async (shop: Workshop): Promise<string> => {
  const directory = join(shop.home, "recordings");
  await mkdir(directory);
  await shop.kelson(["sessions", "export", await worked(shop), "-o", join(directory, "one.jsonl")]);
  return directory;
};

test("every request of a session, of a fork and of an exported file is rebuilt as it was", async () => {
  const shop = await workshop();
  const id = await worked(shop);
  expect(await shop.kelson(["replay", id])).toEqual({ code: 0, stdout: `✓ ${id}: 2 requests identical\n`, stderr: "" });
  const fork = (await shop.kelson(["fork", id])).stdout.trim();
  expect((await shop.kelson(["replay", fork])).stdout).toBe(`✓ ${fork}: 2 requests identical\n`);
  const file = join(shop.home, "one.jsonl");
  await shop.kelson(["sessions", "export", fork, "-o", file]);
  expect((await shop.kelson(["replay", file])).stdout).toBe(`✓ ${file}: 2 requests identical\n`);
});

test("--check is quiet while nothing has changed, in another directory too", async () => {
  const shop = await workshop();
  await writeFile(join(shop.cwd, "AGENTS.md"), "Be brief.\n");
  const directory = await recorded(shop);
  expect((await shop.kelson(["replay", "--check", directory])).stdout).toMatch(/^✓ /u);
  const other = await workshop();
  await writeFile(join(other.cwd, "AGENTS.md"), "Be brief.\n");
  expect((await other.kelson(["replay", "--check", directory])).stdout).toMatch(/^✓ /u);
  await writeFile(join(other.cwd, "AGENTS.md"), "Be kind.\n");
  const changed = await other.kelson(["replay", "--check", directory]);
  expect(changed.stdout).toMatch(
    /✗ .*: step 1: message 1 \(user\), part \d differs\n(?:.*\n)* {2}- Be brief\.\n {2}\+ Be kind\.\n/u,
  );
  await rm(join(other.cwd, "AGENTS.md"));
  expect((await other.kelson(["replay", "--check", directory])).stdout).toMatch(
    /✗ .*: step 1: message 1 \(user\), part \d differs/u,
  );
});

test.each<[string, Record<string, string>, RegExp]>([
  [
    "a changed word of the prompt",
    { KELSON_SYSTEM_PROMPT: "You are Kelson.\nBe brief." },
    /✗ .*one\.jsonl: step 1: system prompt, part 1 differs\n {2}- You are Kelson, an agent.*\n(?:.*\n)* {2}\+ You are Kelson\.\n {2}\+ Be brief\.\n/u,
  ],
  [
    "the order of the tools",
    { KELSON_ALLOWED_TOOLS: "write_file,default,memory_save,memory_search,recall,agents" },
    /step 1: tools: their order differs\n {2}- read_file\n {2}- write_file\n {2}\+ write_file\n {2}\+ read_file\n/u,
  ],
  [
    "a tool that is gone",
    { KELSON_DISALLOWED_TOOLS: "grep" },
    /step 1: tools: which there are differs\n {4}list_directory\n {4}find_files\n {2}- grep\n/u,
  ],
  [
    "the rules",
    { KELSON_DENY: "Read(private/**)" },
    /the rules differ\n {2}- \n {2}\+ deny Read\(private\/\*\*\) \(user\)\n/u,
  ],
])("--check finds %s", async (_, env, expected) => {
  const shop = await workshop();
  const directory = await recorded(shop);
  const { code, stdout } = await shop.kelson(["replay", "--check", directory], { env });
  expect(stdout).toMatch(expected);
  expect(code).toBe(1);
  expect((await shop.kelson(["replay", directory], { env })).code).toBe(0);
});

test("--check finds one word of the prompt, in one of two recordings, and JUnit has both texts", async () => {
  const shop = await workshop();
  const directory = join(shop.home, "recordings");
  await mkdir(directory);
  const record = async (name: string, prompt: string): Promise<void> => {
    const model = await shop.script({ text: "Aye." });
    const env = { KELSON_SYSTEM_PROMPT: prompt };
    const { stdout } = await shop.kelson(["run", "-m", model, "--output-format", "json", "hello"], { env });
    const id = (JSON.parse(stdout) as { session_id: string }).session_id;
    await shop.kelson(["sessions", "export", id, "-o", join(directory, name)]);
  };
  await record("one.jsonl", "You sail.\nBe brief.\nBe kind.");
  await record("two.jsonl", "You sail.\nBe short.\nBe kind.");
  const report = join(shop.home, "report.xml");
  const { code, stdout } = await shop.kelson(["replay", "--check", directory, "--junit", report], {
    env: { KELSON_SYSTEM_PROMPT: "You sail.\nBe brief.\nBe kind." },
  });
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /✓ .*one\.jsonl: 1 request identical\n✗ .*two\.jsonl: step 1: system prompt, part 1 differs\n {4}You sail\.\n {2}- Be short\.\n {2}\+ Be brief\.\n/u,
  );
  const xml = await readFile(report, "utf8");
  expect(xml).toContain('tests="2" failures="1"');
  expect(xml).toMatch(
    /<failure message="step 1: system prompt, part 1 differs"> {4}You sail\.\n {2}- Be short\.\n {2}\+ Be brief\.\n/u,
  );
});

test("--check finds one word of a tool's schema", async () => {
  const shop = await workshop();
  const tool = join(shop.home, "tool");
  const write = async (about: string): Promise<void> => {
    const input = { type: "object", properties: { knot: { type: "string", description: about } } };
    const manifest = { name: "tie", version: "1.0.0", description: "Ties a knot.", command: ["./tie.sh"], input };
    await mkdir(tool, { recursive: true });
    await writeFile(join(tool, "tool.json"), JSON.stringify(manifest));
    await writeFile(join(tool, "tie.sh"), '#!/bin/sh\necho \'{"text":"tied"}\'\n', { mode: 0o755 });
    await shop.kelson(["tools", "remove", "tie"]);
    expect((await shop.kelson(["tools", "add", tool])).stderr).not.toContain("Error");
  };
  await write("Which knot");
  const directory = await recorded(shop);
  expect(await shop.kelson(["replay", "--check", directory])).toMatchObject({ code: 0 });
  await write("Which loop");
  const { code, stdout } = await shop.kelson(["replay", "--check", directory]);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /step 1: tools: tie differs\n(?:.*\n)* {2}- .*"description": "Which knot".*\n {2}\+ .*"description": "Which loop"/u,
  );
});

test("a file that was changed is a failure among the others, and JUnit has them all", async () => {
  const shop = await workshop();
  const directory = await recorded(shop);
  const text = await readFile(join(directory, "one.jsonl"), "utf8");
  await writeFile(join(directory, "two.jsonl"), text.replace("Looking", "Fooling"));
  const report = join(shop.home, "report.xml");
  const { code, stdout } = await shop.kelson(["replay", directory, "--junit", report]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/✓ .*one\.jsonl: 2 requests identical\n✗ .*two\.jsonl: the chain is broken at seq \d+: /u);
  const xml = await readFile(report, "utf8");
  expect(xml).toContain('<testsuite name="kelson replay" tests="2" failures="1">');
  expect(xml).toMatch(
    /<testcase classname="kelson replay" name=".*two\.jsonl">\n {4}<failure message="the chain is broken/u,
  );
});

test("what was erased is told", async () => {
  const shop = await workshop();
  const id = await worked(shop);
  await shop.kelson(["audit", "erase", id, "--yes"]);
  const { code, stdout } = await shop.kelson(["replay", id]);
  expect([code, stdout]).toEqual([1, expect.stringMatching(/cannot be rebuilt: block \d+ was erased\n$/u)]);
});

test("--speed plays it as it happened: what was said, what tools gave, what was asked, and how long it took", async () => {
  const shop = await workshop();
  const id = (await shop.kelson(["sessions", "import", golden("approvals")])).stdout.trim();
  const { code, stdout, stderr } = await shop.kelson(["replay", id, "--speed", "100000"]);
  expect([code, stdout]).toEqual([0, "All is seen to.\n"]);
  expect(stderr).toMatch(/› Look after the ship\.\n\nI look first\.\n\n {2}✓ list_directory/u);
  expect(stderr).toMatch(
    /\? edit_file note\.txt[^]*\n {2}… 1 min 30 s later\n {2}✓ edit_file note\.txt[^]*\+a mast is laid/u,
  );
  expect(stderr).toMatch(/⊘ bash rm -r build\n {6}leave it\n/u);
});

test("--speed streams a reply over the time that it took, and stops at once", async () => {
  const shop = await workshop();
  const words = "one two three four five six seven eight";
  const model = await shop.script({ text: words, delayMs: 400 });
  await shop.kelson(["run", "-m", model, "count"]);
  const { code, stdout } = await shop.kelson(["replay", "--speed", "1"], { typed: [] });
  expect([code, stdout.trimEnd()]).toEqual([0, words]);
  const stopped = await shop.kelson(["replay", "--speed", "0.01"], {
    typed: [],
    onSignal: (send) => setTimeout(() => send("SIGINT"), 300),
  });
  expect(stopped.code).toBe(130);
  expect(stopped.stdout).not.toContain("eight");
});

test("--from leaves the record after a step and goes on live in a fork, with another model", async () => {
  const shop = await workshop();
  const id = await worked(shop);
  const other = await shop.script({ text: "unused" }, { text: "Seen otherwise." });
  const { code, stdout, stderr } = await shop.kelson(["replay", id, "--from", "1", "--model", other]);
  expect([code, stdout]).toEqual([0, "Seen otherwise.\n"]);
  expect(stderr).toContain(`✓ ${id}: 1 request identical\n`);
  const fork = /fork (\S+) goes on live after step 1 of /u.exec(stderr)?.[1] ?? "";
  expect((await shop.kelson(["replay", fork])).stdout).toBe(`✓ ${fork}: 2 requests identical\n`);
  expect((await shop.kelson(["replay", id])).stdout).toBe(`✓ ${id}: 2 requests identical\n`);
  expect((await shop.kelson(["audit", "verify", fork])).code).toBe(0);
});

test("--from goes on with the session's own model unless another is named, in a copy if asked", async () => {
  const shop = await workshop();
  const id = await worked(shop);
  const copy = join(shop.home, "copy");
  const { code, stdout } = await shop.kelson(["replay", id, "--from", "1", "--copy", copy]);
  expect([code, stdout]).toEqual([0, "Seen.\n"]);
  const list = (await shop.kelson(["sessions", "list", "--json"])).stdout;
  expect(list).toContain(copy);
});

test("--from does not go on from what cannot be rebuilt", async () => {
  const shop = await workshop();
  const id = await worked(shop);
  await shop.kelson(["audit", "erase", id, "--yes"]);
  const before = (await shop.kelson(["sessions", "list", "--json"])).stdout;
  const { code, stderr } = await shop.kelson(["replay", id, "--from", "1"]);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/cannot be rebuilt: block \d+ was erased\n$/u)]);
  expect((await shop.kelson(["sessions", "list", "--json"])).stdout).toBe(before);
});

test.each([
  [["replay", "--speed", "fast"], '--speed must be how many times as fast, such as 4 or 0.5, got "fast"'],
  [["replay", "nobody"], 'no session has the id "nobody"'],
  [["replay", "/proc/self/fd"], "holds no exported session (*.jsonl)"],
  [["replay", "--from", "one"], '--from must be a step, such as 3, got "one"'],
  [["replay", "--from", "7"], "has no step 7; its last one is 2"],
  [["replay", "--from", "1", "--check"], "--check makes no sense beside --from"],
  [["replay", "--from", "1", "--tools", "real"], "--tools makes no sense beside --from"],
  [["replay", "--from", "1", "--copy", "x", "--worktree"], "--copy and --worktree are two places"],
  [["replay", "a", "b", "--from", "1"], "--from is about one session, got 2: a, b"],
  [["replay", "--speed", "4", "--json"], "--json makes no sense beside --speed"],
  [["replay", "--speed", "4", "--from", "1"], "--from makes no sense beside --speed"],
  [["replay", "--model", "a/b"], "--model says how a session goes on live, and needs --from <step>"],
  [["replay", "--worktree"], "--worktree says how a session goes on live, and needs --from <step>"],
  [["replay", "--keep"], "--keep keeps the copy that calls run in again, and needs --tools real"],
  [["replay", "--tools", "false"], "Allowed choices are real"],
])("%j is refused in one sentence", async (argv, sentence) => {
  const shop = await workshop();
  await worked(shop);
  const { code, stderr } = await shop.kelson(argv);
  expect(code).toBe(2);
  expect(stderr).toContain(sentence);
});
