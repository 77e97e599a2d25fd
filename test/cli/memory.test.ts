/** `kelson memory`, `/memory` and `sessions search`: what is kept between sessions, for people. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Workshop, workshop } from "./workshop.ts";

const save = (name: string, more: object = {}) => ({
  name: "memory_save",
  input: { name, description: `About ${name}`, type: "project", text: `The text of ${name}.`, ...more },
});

const kept = async (): Promise<Workshop> => {
  const shop = await workshop();
  const model = await shop.script({ calls: [save("harbour"), save("tabs", { scope: "user" })] }, { text: "Kept." });
  expect(await shop.kelson(["run", "-m", model, "remember the harbour"])).toMatchObject({ code: 0 });
  return shop;
};

const offered = async ({ kelson }: Workshop, ...flags: string[]): Promise<string> => {
  const { stdout } = await kelson(["tools", "list", ...flags]);
  return stdout
    .split("\n")
    .map((line) => line.split(" ", 1)[0])
    .filter((name) => /^memory|^recall/u.test(name ?? ""))
    .join(" ");
};

describe("notes", () => {
  test("that a model kept without asking are listed, shown, found and removed", async () => {
    const { kelson, home } = await kept();
    const list = (await kelson(["memory", "list"])).stdout.split("\n");
    expect(list.map((line) => line.split(/ {2,}/u).slice(0, 3))).toEqual([
      ["NAME", "SCOPE", "TYPE"],
      ["tabs", "user", "project"],
      ["harbour", "project", "project"],
      [""],
    ]);
    expect(JSON.parse((await kelson(["memory", "search", "harbour", "--json"])).stdout)).toMatchObject({
      name: "harbour",
      text: "The text of harbour.",
    });
    expect(await kelson(["memory", "show", "tabs"])).toMatchObject({ code: 0, stdout: "The text of tabs.\n" });
    const paths = (await kelson(["memory", "path"])).stdout.trimEnd().split("\n");
    expect(paths[0]).toBe(join(home, ".local/share/kelson/memory/user"));
    expect(readFileSync(join(paths[1] ?? "", "MEMORY.md"), "utf8")).toContain("[harbour](harbour.md)");
    expect((await kelson(["memory", "rm", "tabs", "harbour"])).stderr).toContain(`removed ${paths[0]}/tabs.md`);
    expect((await kelson(["memory", "list"])).stderr).toMatch(/^There is no note yet in /u);
    expect(await kelson(["memory", "show", "tabs"])).toMatchObject({ code: 2 });
  });

  test("edited by hand count at once, and what is no note is said", async () => {
    const { kelson } = await kept();
    const [user = ""] = (await kelson(["memory", "path"])).stdout.split("\n");
    writeFileSync(join(user, "mine.md"), "---\nname: mine\ndescription: By hand\ntype: user\n---\nI like blue.\n");
    writeFileSync(join(user, "odd\u001b[2J.md"), "nothing");
    const { stdout, stderr } = await kelson(["memory", "search", "blue"]);
    expect([stdout, stderr]).toEqual([expect.stringContaining("mine"), ""]);
    expect((await kelson(["memory", "list"])).stderr).toMatch(/^! .*odd.*\.md is no note: it has no front matter\n$/u);
  });

  test("of the same name in both scopes need one to be told apart", async () => {
    const shop = await kept();
    const model = await shop.script({ calls: [save("harbour", { scope: "user" })] }, { text: "Kept." });
    await shop.kelson(["run", "-m", model, "again"]);
    expect(await shop.kelson(["memory", "rm", "harbour"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--scope user"),
    });
    expect(await shop.kelson(["memory", "rm", "harbour", "--scope", "user"])).toMatchObject({ code: 0 });
    expect((await shop.kelson(["memory", "show", "harbour"])).stderr).toContain("project note");
  });

  test("stand in the prompt, and in the chat", async () => {
    const { kelson, script } = await kept();
    const { stdout, stderr } = await kelson(["chat", "-m", await script({ text: "Hello." })], {
      stdin: "hi\n/memory\n/memory tabs\n/memory nothing\n",
    });
    expect(stdout).toContain("Hello.");
    expect(stderr.match(/^(?:tabs|harbour) .*$/gmu)).toHaveLength(3);
    expect(stderr).toContain("No note has any of these words");
    const shown = await kelson(["sessions", "show", "--verbose"]);
    expect(shown.stdout).toContain("loaded memory from notes");
  });

  test("are neither read nor kept when they are off, or when nothing is", async () => {
    const shop = await kept();
    expect(await offered(shop)).toBe("memory_save memory_search recall");
    expect(await offered(shop, "--allowed-tools", "memory")).toBe(
      "memory_save memory_search memory_list memory_delete recall",
    );
    expect((await shop.kelson(["config", "set", "memory", "false"])).code).toBe(0);
    expect(await offered(shop)).toBe("");
    await shop.kelson(["run", "-m", await shop.script({ text: "Hi." }), "hi"]);
    expect((await shop.kelson(["sessions", "show", "--verbose"])).stdout).not.toContain("loaded memory");
  });

  test("of a run that is not saved are not kept", async () => {
    const { kelson, script, home } = await workshop();
    const model = await script({ calls: [save("harbour")] }, { text: "Kept." });
    await kelson(["run", "-m", model, "--no-session", "--allowed-tools", "memory", "remember"]);
    expect(existsSync(join(home, ".local/share/kelson/memory"))).toBe(false);
  });
});

describe("past sessions", () => {
  test("are searched by words, here or everywhere", async () => {
    const { kelson, script, state } = await workshop();
    const model = await script({ text: "The lighthouse is red." });
    await kelson(["run", "-m", model, "paint the pier"]);
    const found = await kelson(["sessions", "search", "lighthouse", "pier"]);
    expect(found.stdout).toMatch(/· model · now · .* · paint the pier\n {2}The lighthouse is red\.\n/u);
    expect(found.stdout).toMatch(/· user · now · .*\n {2}paint the pier\n/u);
    const lines = (await kelson(["sessions", "search", "--here", "--limit", "1", "--json", "pier"])).stdout.split("\n");
    expect([lines.length, JSON.parse(lines[0] ?? "")]).toEqual([
      2,
      expect.objectContaining({ by: "user", text: "paint the pier", title: "paint the pier" }),
    ]);
    expect((await kelson(["sessions", "search", "gull"])).stderr).toBe(`Nobody said that in a session of ${state}.\n`);
    expect(await kelson(["sessions", "search", "--limit", "0", "pier"])).toMatchObject({ code: 2 });
    // The index is a cache.
    rmSync(join(state, "search.db"));
    expect((await kelson(["sessions", "search", "lighthouse", "pier"])).stdout).toBe(found.stdout);
  });
});
