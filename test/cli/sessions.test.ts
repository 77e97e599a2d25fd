/** `kelson sessions`, `audit` and `tools`: finding, showing, carrying out and in, removing, proving. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { type Workshop, workshop } from "./workshop.ts";

const run = async ({ kelson, script }: Workshop, task: string): Promise<string> => {
  const model = await script({ text: "Looking.", calls: [{ name: "list_directory", input: {} }] }, { text: "Seen." });
  const { stdout } = await kelson(["run", "-m", model, "--output-format", "json", task]);
  return (JSON.parse(stdout) as { session_id: string }).session_id;
};

const endOf = (id: string): string => id.slice(id.lastIndexOf("-") + 1);

describe("sessions", () => {
  test("are listed with an id that can be typed, and shown by it", async () => {
    const shop = await workshop();
    const id = await run(shop, "look around");
    const list = await shop.kelson(["sessions", "list"]);
    expect(list.stdout).toMatch(new RegExp(`^ID .*\\n${endOf(id)} +completed +2 +\\S+ +now +${shop.cwd}`, "u"));
    const json = await shop.kelson(["sessions", "list", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ id, state: "completed", steps: 2 });
    const shown = await shop.kelson(["sessions", "show", endOf(id).slice(0, 4)]);
    expect(shown.stdout).toMatch(
      /› look around\n\nLooking\.\n\n {2}✓ list_directory.*\n\nSeen\.\n\ncompleted · 2 steps/u,
    );
  });

  test("without one, the list says where there is none", async () => {
    const { kelson, state } = await workshop();
    expect(await kelson(["sessions", "list"])).toEqual({
      code: 0,
      stdout: "",
      stderr: `There is no session yet in ${state}.\n`,
    });
    expect(await kelson(["sessions", "show"])).toMatchObject({ code: 2 });
  });

  test("a beginning that several share is no name", async () => {
    const shop = await workshop();
    const ids = [await run(shop, "one"), await run(shop, "two")];
    const { code, stderr } = await shop.kelson(["sessions", "show", "2"]);
    expect(code).toBe(2);
    for (const id of ids) expect(stderr).toContain(id);
  });

  test("travel as JSON lines, and only whole", async () => {
    const shop = await workshop();
    const id = await run(shop, "look around");
    const file = join(shop.cwd, "session.jsonl");
    expect((await shop.kelson(["sessions", "export", id, "-o", file])).stderr).toContain(`written to ${file}`);
    expect(await readFile(file, "utf8")).toBe((await shop.kelson(["sessions", "export", id])).stdout);
    expect(await shop.kelson(["sessions", "export", id, "-o", file])).toMatchObject({ code: 2 });

    const other = await workshop();
    expect(await other.kelson(["sessions", "import", file])).toMatchObject({ code: 0, stdout: `${id}\n` });
    expect((await other.kelson(["sessions", "show", id])).stdout).toContain("› look around");
    await writeFile(file, (await readFile(file, "utf8")).replace("Looking", "Fooling"));
    const third = await workshop();
    expect((await third.kelson(["sessions", "import", file])).code).not.toBe(0);
    expect((await third.kelson(["sessions", "list"])).stdout).toBe("");
  });

  test("get names, and go", async () => {
    const shop = await workshop();
    const id = await run(shop, "look around");
    expect(await shop.kelson(["sessions", "name", endOf(id), "my", "first"])).toMatchObject({ code: 0 });
    expect((await shop.kelson(["sessions", "list"])).stdout).toContain("my first");
    expect((await shop.kelson(["sessions", "prune", "--older-than", "1h"])).stderr).toContain(
      "0 sessions older than 1h",
    );
    expect((await shop.kelson(["sessions", "prune", "--older-than", "0m", "--dry-run"])).stderr).toContain(
      `would remove ${id}`,
    );
    expect(await shop.kelson(["sessions", "prune", "--older-than", "soon"])).toMatchObject({ code: 2 });
    expect((await shop.kelson(["sessions", "rm", id])).stderr).toBe(`removed ${id}\n`);
    expect((await shop.kelson(["sessions", "list"])).stdout).toBe("");
  });
});

describe("the audit", () => {
  test("lists and writes out every event", async () => {
    const shop = await workshop();
    const id = await run(shop, "look around");
    const rows = (await shop.kelson(["audit", "list"])).stdout.trimEnd().split("\n");
    const json = (await shop.kelson(["audit", "export", id])).stdout.trimEnd().split("\n");
    const text = (await shop.kelson(["audit", "export", id, "--format", "text"])).stdout.trimEnd().split("\n");
    const types = json.map((line) => (JSON.parse(line) as { type: string }).type);
    expect([types[0], types.at(-1)]).toEqual(["session.opened", "log.signed"]);
    expect(rows.slice(1).map((row) => row.split(/ +/u)[0])).toEqual(types.map((_, seq) => String(seq)));
    expect(text.map((line) => line.split(" ")[2])).toEqual(types);
    expect(text.join("\n")).not.toContain("look around");
  });

  test("proves a chain, and finds the line that was changed", async () => {
    const shop = await workshop();
    const id = await run(shop, "look around");
    const good = await shop.kelson(["audit", "verify"]);
    expect(good).toMatchObject({ code: 0 });
    expect(good.stdout).toMatch(
      new RegExp(`^✓ ${id}: \\d+ lines, head [0-9a-f]{64}, attested with key [0-9a-f]{16}\n$`, "u"),
    );
    tamper(shop.state);
    const bad = await shop.kelson(["audit", "verify", "--all"]);
    expect(bad.code).toBe(1);
    expect(bad.stdout).toMatch(new RegExp(`^✗ ${id}: broken at seq 3 \\(edited\\): `, "u"));
  });
});

describe("the audit proves", () => {
  test("as JSON, with the kind of change; and that a session is gone", async () => {
    const shop = await workshop();
    const id = await run(shop, "look around");
    const good = await shop.kelson(["audit", "verify", "--json"]);
    expect(JSON.parse(good.stdout)).toMatchObject({ session: id, ok: true, attested: { kept: true, foreign: 0 } });
    tamper(shop.state);
    const bad = await shop.kelson(["audit", "verify", id, "--json"]);
    expect({ code: bad.code, ...(JSON.parse(bad.stdout) as object) }).toMatchObject({
      code: 1,
      session: id,
      ok: false,
      seq: 3,
      change: "edited",
    });
    await rm(join(shop.state, "sessions.db"));
    for (const argv of [
      ["audit", "verify", "--all"],
      ["audit", "verify", id],
    ])
      expect(await shop.kelson(argv)).toEqual({
        code: 1,
        stdout: expect.stringMatching(new RegExp(`^✗ ${id}: broken at seq 0 \\(removed\\): the session is gone`, "u")),
        stderr: "",
      });
  });

  test("nothing of a session that was removed on purpose", async () => {
    const shop = await workshop();
    const id = await run(shop, "look around");
    await shop.kelson(["sessions", "rm", id]);
    expect(await shop.kelson(["audit", "verify", "--all"])).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(await shop.kelson(["audit", "verify", id])).toMatchObject({ code: 2 });
  });

  test("a bundle, with the key that it is to be compared with", async () => {
    const shop = await workshop();
    const id = await run(shop, "look around");
    const [first = "", ...lines] = (await shop.kelson(["audit", "export", id, "--format", "bundle"])).stdout.split(
      "\n",
    );
    const { stdout } = await shop.kelson(["audit", "key"]);
    const { key } = JSON.parse(first) as { key: { id: string; base64: string } };
    expect(stdout).toBe(`${key.id} ${key.base64}\n`);
    expect(lines.slice(0, -1).join("\n")).toBe((await shop.kelson(["sessions", "export", id])).stdout.trimEnd());
  });
});

describe("the audit forgets", () => {
  test("what was said, when that was meant", async () => {
    const shop = await workshop();
    const id = await run(shop, "look around");
    expect(await shop.kelson(["audit", "erase", id])).toMatchObject({ code: 2 });
    expect(await shop.kelson(["audit", "erase", id], { typed: ["n"] })).toMatchObject({ code: 2 });
    expect(await shop.kelson(["audit", "erase", id, "--seq", "x", "--yes"])).toMatchObject({ code: 2 });
    expect(await shop.kelson(["audit", "erase", id, "--before", "soon", "--yes"])).toMatchObject({ code: 2 });
    expect((await shop.kelson(["sessions", "show", id])).stdout).toContain("look around");
    expect((await shop.kelson(["audit", "erase", id, "--seq", "1", "--yes"])).stderr).toMatch(
      new RegExp(`^erased the content of 1 line of ${id}; line \\d+ says so\n$`, "u"),
    );
    expect((await shop.kelson(["audit", "erase", id], { typed: ["y"] })).stderr).toContain(
      "Erase all content of session",
    );
    const shown = (await shop.kelson(["sessions", "show", id])).stdout;
    expect(shown).not.toContain("look around");
    expect(shown).not.toContain("Looking.");
    expect(await shop.kelson(["audit", "verify"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("erased"),
    });
  });
});

test("the tools are listed with what they do to the world", async () => {
  const { kelson } = await workshop();
  const { stdout } = await kelson(["tools", "list"]);
  expect(stdout).toMatch(/^TOOL +EFFECTS +WHAT IT DOES\n/u);
  expect(stdout).toMatch(/\nbash +execute +Run a bash command/u);
  const first = JSON.parse((await kelson(["tools", "list", "--json"])).stdout.split("\n")[0] ?? "") as object;
  expect(first).toMatchObject({ name: expect.any(String), effects: expect.any(Array), input: { type: "object" } });
});

/** Changes one byte of the fourth line, behind the program's back. */
const tamper = (state: string): void => {
  const database = new DatabaseSync(join(state, "sessions.db"));
  const changed = "UPDATE lines SET text = substr(text, 1, length(text) - 3) || 'x' || substr(text, -2) WHERE seq = 3";
  const { changes } = database.prepare(changed).run();
  expect(changes).toBe(1);
  database.close();
};
