/** Ways to write a path, and where each one leads; things that are no files; further directories. */
import { link, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KelsonError } from "../../src/contract/error.ts";
import type { World } from "../../src/contract/world.ts";
import { lookedAt } from "../../src/worlds/held-directory.ts";
import { local } from "../../src/worlds/local.ts";

let parent: string;
let root: string;
let world: World;

beforeAll(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), "kelson-paths-")));
  root = join(parent, "root");
  for (const directory of ["root/dir/deep", "root/..name", "root-beside", "outside/sub", "more"])
    await mkdir(join(parent, directory), { recursive: true });
  for (const file of ["root/dir/file", "root/é", "root/new\nline", "outside/file", "more/file"])
    await writeFile(join(parent, file), file);
  const links = {
    "root/near": "dir",
    "root/near-file": "dir/file",
    "root/absolute": join(root, "dir"),
    "root/chain": "near",
    "root/around": "../root/dir",
    "root/away": "../outside",
    "root/away-file": join(parent, "outside/file"),
    "root/dir/up": "../..",
    "root/dangling": "not/yet",
    "root/dangling-away": "../outside/not-yet",
    "root/loop": "loop",
    "root/machine": "/",
    "root/processes": "/proc/self/root",
    "outside/back": "../root/dir",
  };
  for (const [path, target] of Object.entries(links)) await symlink(target, join(parent, path));
  world = await local({ directories: [join(parent, "more")] })(root);
});
afterAll(async () => {
  await world.close();
  await rm(parent, { recursive: true });
});

/** Where a path leads; `parent` and `root` stand for the test's own. Undefined when it cannot be followed. */
const inside: Readonly<Record<string, string>> = {
  ".": "root",
  "": "root",
  "./": "root",
  "dir/": "root/dir",
  "dir//file": "root/dir/file",
  "dir/./file": "root/dir/file",
  "./dir/deep/../file": "root/dir/file",
  "dir/file/": "root/dir/file",
  "dir/../dir/file": "root/dir/file",
  "../root/dir": "root/dir",
  near: "root/dir",
  "near/file": "root/dir/file",
  "near/new": "root/dir/new",
  "near-file": "root/dir/file",
  "absolute/file": "root/dir/file",
  "chain/deep": "root/dir/deep",
  "around/file": "root/dir/file",
  "dir/up/root/dir/file": "root/dir/file",
  "away/back/file": "root/dir/file",
  "away/../dir": "root/dir",
  dangling: "root/not/yet",
  "..name": "root/..name",
  "..name/x": "root/..name/x",
  "...": "root/...",
  "dir.": "root/dir.",
  "dir ": "root/dir ",
  "C:\\Windows\\x": "root/C:\\Windows\\x",
  "\\\\server\\share": "root/\\\\server\\share",
  "~root": "root/~root",
  "~nobody/x": "root/~nobody/x",
  "%2e%2e/x": "root/%2e%2e/x",
  "..\\outside": "root/..\\outside",
  "http://example.org/x": "root/http:/example.org/x",
  é: "root/é",
  "e\u0301": "root/e\u0301",
  "new\nline": "root/new\nline",
  "DIR/file": "root/DIR/file",
  "a/b/c/d/e/f/g": "root/a/b/c/d/e/f/g",
  "<more>": "more",
  "<more>/file": "more/file",
  "<more>/../root/dir": "root/dir",
  "<root>/dir": "root/dir",
};

const outside: Readonly<Record<string, string>> = {
  "..": "",
  "../..": "..",
  "../outside": "outside",
  "dir/../../outside/file": "outside/file",
  "../root-beside": "root-beside",
  "<root>-beside": "root-beside",
  away: "outside",
  "away/file": "outside/file",
  "away/new/file": "outside/new/file",
  "away-file": "outside/file",
  "near/up": "",
  "dir/up/outside/sub": "outside/sub",
  "dangling-away": "outside/not-yet",
  "<more>-beside": "more-beside",
  "<more>/../outside": "outside",
  "machine/etc/hosts": "/etc/hosts",
  "processes/etc/hosts": "/etc/hosts",
  "/": "/",
  "//": "/",
  "/etc/hosts": "/etc/hosts",
  "//etc//hosts": "/etc/hosts",
  "/../../etc/hosts": "/etc/hosts",
  "~": homedir(),
  "~/x": join(homedir(), "x"),
};

const nowhere: Readonly<Record<string, RegExp>> = {
  loop: /its symbolic links go in a circle/u,
  "loop/x": /its symbolic links go in a circle/u,
  "dir/\0": /it holds a NUL byte/u,
  "dir\0/../../outside/file": /it holds a NUL byte/u,
  "half \uD800": /it is not well-formed Unicode/u,
  "file:///etc/hosts": /it is a URL; give the path itself/u,
  "FILE://localhost/etc/hosts": /it is a URL; give the path itself/u,
  [`dir/${"n".repeat(300)}`]: /the name is too long/u,
  ["x/".repeat(5000)]: /the name is too long/u,
};

const written = (path: string): string => path.replace("<root>", root).replace("<more>", join(parent, "more"));
const resolved = async (path: string) =>
  (await world.resolve([{ kind: "path", path: written(path), access: "read" }]))[0];

describe("where a path leads", () => {
  test.each(Object.entries(inside))("%j is inside: %j", async (path, real) => {
    expect(await resolved(path)).toMatchObject({ real: join(parent, real), inside: true });
  });

  test.each(Object.entries(outside))("%j is outside: %j", async (path, real) => {
    const there = real.startsWith("/") ? real : join(parent, real);
    expect(await resolved(path)).toMatchObject({ real: await realpath(there).catch(() => there), inside: false });
    await expect(world.files.read(written(path))).rejects.toThrow(/is outside of/u);
    await expect(world.files.write(`${written(path)}/x`, "")).rejects.toThrow(/is outside of/u);
  });

  test.each(Object.entries(nowhere))("%j leads nowhere", async (path, sentence) => {
    expect(await resolved(path)).toMatchObject({ inside: false });
    for (const use of [world.files.read, world.files.list, world.files.stat, world.files.remove])
      await expect(use(path)).rejects.toThrow(sentence);
    await expect(world.files.write(path, "")).rejects.toThrow(sentence);
  });
});

describe("names", () => {
  test.each(["line\nbreak", "escape\u001B[2J", "bell\u0007/x", "delete\u007F"])("%j is no new name", async (name) => {
    await expect(world.files.write(name, "")).rejects.toThrow(/a new name may not hold control characters/u);
    expect(await world.files.stat(name)).toBeUndefined();
  });

  test("a file that is called so already is read and written", async () => {
    await world.files.write("new\nline", "again");
    expect(await readFile(join(root, "new\nline"), "utf8")).toBe("again");
  });

  test("two spellings of a letter are two names, as they are for the file system", async () => {
    await world.files.write("spelling-\u00E9", "one");
    await world.files.write("spelling-e\u0301", "two");
    expect((await readdir(root)).filter((name) => name.startsWith("spelling")).length).toBe(2);
  });
});

describe("what is no file", () => {
  test.each(["/dev/zero", "/dev/tty", "/dev/null", "/dev/stdin", "/proc", "/proc/self/mem"])("%s", async (path) => {
    const free = world.narrow({ effects: ["read", "write"], anywhere: true });
    await expect(free.files.read(path, { maxBytes: 1000 })).rejects.toThrow(/^cannot (?:read|resolve) /u);
  });

  test("a file that the kernel makes up is read up to the limit", async () => {
    const free = world.narrow({ effects: ["read"], anywhere: true });
    expect(Buffer.from(await free.files.read("/proc/self/status")).toString()).toMatch(/^Name:/u);
    await expect(free.files.read("/proc/self/pagemap", { maxBytes: 100_000 })).rejects.toThrow(
      "it has more than 100000",
    );
  });

  test("a pipe that nobody writes to does not hold anything up", async () => {
    await (
      await world.exec({ argv: ["mkfifo", "pipe"] })
    ).exit;
    await expect(world.files.read("pipe")).rejects.toThrow("cannot read pipe: it is not a regular file");
    expect(await world.files.stat("pipe")).toMatchObject({ kind: "other" });
    await world.files.remove("pipe");
    expect(await world.files.stat("pipe")).toBeUndefined();
  });

  test("directories cannot be made where the kernel makes up its own", async () => {
    const free = world.narrow({ effects: ["write"], anywhere: true });
    await expect(free.files.write("/proc/new/deep/file", "")).rejects.toThrow(/^cannot write \/proc\/new/u);
  });

  test("a hard link cannot be told from the file, and that is said", async () => {
    await link(join(parent, "outside/file"), join(root, "hard"));
    expect(Buffer.from(await world.files.read("hard")).toString()).toBe("outside/file");
    expect(world.describe().unconfined.join(" ")).toMatch(/hard link/u);
  });

  test("the root is not removed, nor what is above it", async () => {
    for (const path of [".", "dir/..", "near/../"])
      await expect(world.files.remove(path)).rejects.toThrow(/root|outside|empty/u);
    expect(await world.files.stat(".")).toMatchObject({ kind: "directory" });
  });
});

describe("further directories", () => {
  test("are roots, and all of their files are worked with by absolute paths", async () => {
    const more = join(parent, "more");
    expect(world.roots).toEqual([root, more]);
    await world.files.write(join(more, "new/x.ts"), "needle");
    expect(await world.files.find("**/*.ts", { path: more })).toEqual([join(more, "new/x.ts")]);
    const found = await Array.fromAsync(world.files.search({ pattern: "needle", path: more }));
    expect(found.map(({ path, text }) => [path, text])).toEqual([[join(more, "new/x.ts"), "needle"]]);
    const { exit } = await world.exec({ argv: ["pwd"], cwd: more });
    expect((await exit).stdout).toBe(`${more}\n`);
  });

  test("are searched the same without ripgrep", async () => {
    const more = join(parent, "more");
    const other = await local({ directories: [more], ripgrep: "/no/ripgrep" })(root);
    expect((await Array.fromAsync(other.files.search({ pattern: "more/file", path: more }))).length).toBe(1);
    await other.close();
  });

  test("count once, and not when they are inside of another", async () => {
    const directories = [
      join(root, "dir"),
      join(parent, "more"),
      join(parent, "root/../more/"),
      root,
      join(root, "away"),
    ];
    const other = await local({ directories })(root);
    expect(other.roots).toEqual([root, join(parent, "more"), join(parent, "outside")]);
    await other.close();
  });

  test.each([
    ["nowhere", "nothing is there"],
    ["more/file", "it is not a directory"],
  ])("that are none are bad input: %s", async (path, why) => {
    const there = join(parent, path);
    const error: unknown = await local({ directories: [there] })(root).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(KelsonError);
    expect(error).toMatchObject({
      code: "bad_input",
      message: `cannot work in the further directory ${there}: ${why}`,
    });
  });
});

describe("where directories cannot be held open", () => {
  test("a link in the place of a directory is found when it stays", async () => {
    const looked = await local({ held: "no" })(root);
    expect(looked.describe().unconfined.join(" ")).toMatch(/only looked for afterwards/u);
    await looked.files.write("looked/at/file", "x");
    expect(Buffer.from(await looked.files.read("near/../looked/at/file")).toString()).toBe("x");
    await expect(looked.files.write("dir/file/x", "")).rejects.toThrow(/not a directory/u);
    await expect(looked.files.read("away/file")).rejects.toThrow(/is outside of/u);
    await expect(lookedAt(join(root, "near"), () => Promise.resolve("used"))).rejects.toThrow(
      "a link has taken the place",
    );
    await looked.close();
  });
});
