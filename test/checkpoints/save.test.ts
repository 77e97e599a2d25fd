/** What a snapshot of a workspace holds, what it does not, and what it says of it. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openDatabase } from "../../src/checkpoints/database.ts";
import type { FileChange } from "../../src/contract/checkpoint.ts";
import { aWhile, ground } from "./ground.ts";
import { picture } from "./picture.ts";

const paths = (changes: readonly FileChange[]): string[] => changes.map(({ path }) => path);
const shown = (changes: readonly FileChange[]): string[] =>
  changes.map(({ path, from, to }) => `${path}: ${from?.kind ?? "nothing"} → ${to?.kind ?? "nothing"}`);

/** The digest of no content at all. */
const nothing = "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945";

test("an empty workspace has a snapshot, and the same on any machine", async () => {
  await using at = ground();
  expect(await at.files.save()).toEqual({ snapshot: nothing, changed: [], leftOut: [], files: 0, bytes: 0 });
});

test("the same content has the same digest, wherever it lies and however it came there", async () => {
  await using one = ground();
  await using other = ground();
  one.shell("mkdir -p a/b empty; echo 1 > a/b/x; echo 2 > y; ln -s a/b/x link; chmod 755 y");
  await one.files.save();
  one.shell("echo 3 > y; mv a/b/x z; mkdir c");
  await one.files.save();
  one.shell("rm -r c; mv z a/b/x; echo 2 > y");
  other.shell("mkdir -p empty a/b; ln -s a/b/x link; echo 2 > y; chmod 755 y; echo 1 > a/b/x");
  expect((await one.files.save()).snapshot).toBe((await other.files.save()).snapshot);
});

test("changes are told by path, parents first, with what was there and what is", async () => {
  await using at = ground();
  at.shell(
    "mkdir -p a/b gone swapped; echo 1 > a/b/x; echo 2 > y; echo 3 > gone/z; echo 4 > swapped/in; echo 5 > mode",
  );
  const before = await at.files.save();
  at.shell(
    "echo 11 > a/b/x; rm y; rm -r gone; rm -r swapped; echo 6 > swapped; chmod 600 mode; mkdir new; ln -s x new/l",
  );
  const after = await at.files.save({ since: before.snapshot });
  expect(shown(after.changed)).toEqual([
    "a/b/x: file → file",
    "gone: directory → nothing",
    "gone/z: file → nothing",
    "mode: file → file",
    "new: nothing → directory",
    "new/l: nothing → link",
    "swapped: directory → file",
    "swapped/in: file → nothing",
    "y: file → nothing",
  ]);
  expect(after.changed[3]).toMatchObject({ from: { mode: 0o644, bytes: 2 }, to: { mode: 0o600, bytes: 2 } });
  expect(await at.files.diff(before.snapshot, after.snapshot)).toEqual(after.changed);
  expect(shown(await at.files.diff(after.snapshot, before.snapshot))[0]).toBe("a/b/x: file → file");
  const [{ from, to } = {}] = after.changed;
  const text = async (entry: FileChange["to"]): Promise<string> =>
    entry?.kind === "file" ? Buffer.from(await at.files.content(entry.digest)).toString() : "";
  expect([await text(from), await text(to)]).toEqual(["1\n", "11\n"]);
});

describe("names", () => {
  test.each([
    ["a line break", Buffer.from("a\nb")],
    ["bytes that are not UTF-8", Buffer.from([0x61, 0xff, 0xfe, 0x62, 0xc3])],
    ["a surrogate in bytes", Buffer.from([0xed, 0xb2, 0x80])],
    ["the sign that Node puts for what it cannot read", Buffer.from("�")],
    ["a byte order mark", Buffer.from("\ufeffx")],
    ["a quote and a backslash", Buffer.from(`"\\'`)],
    ["nothing but a space", Buffer.from(" ")],
    ["an emoji", Buffer.from("🧭")],
    ["__proto__", Buffer.from("__proto__")],
  ])("%s", async (_, name) => {
    await using at = ground();
    const path = Buffer.concat([Buffer.from(`${at.root}/`), name]);
    execFileSync("mkdir", ["-p", "--", "inside"], { cwd: at.root });
    writeFileSync(path, "one");
    writeFileSync(Buffer.concat([Buffer.from(`${at.root}/inside/`), name]), "two");
    symlinkSync(name, Buffer.concat([path, Buffer.from(".link")]));
    const before = picture(at.root);
    const { snapshot } = await at.files.save();
    await aWhile();
    writeFileSync(path, "three");
    const changed = await at.files.save({ since: snapshot });
    expect(changed.changed).toHaveLength(1);
    at.shell("rm -rf -- ./* ./.[!.]* || true");
    execFileSync("find", [at.root, "-mindepth", "1", "-delete"]);
    await at.files.restore({ to: snapshot });
    expect(picture(at.root)).toEqual(before);
  });
});

describe("what git ignores is no part of it", () => {
  test("by nested files, negations, and the exclude of the repository", async () => {
    await using at = ground();
    at.shell(`git init -q . && mkdir -p node_modules/x deep/build deep/kept src/build sub
      echo 1 | tee node_modules/x/a deep/build/a deep/kept/a.log deep/a.log src/build/b src/x.secret sub/only >/dev/null
      printf 'node_modules/\\n*.log\\nbuild/\\n' > .gitignore
      printf '!a.log\\n' > deep/kept/.gitignore
      printf '!build/\\n' > src/.gitignore
      printf '*\\n' > sub/.gitignore
      echo '*.secret' >> .git/info/exclude`);
    const { changed } = await at.files.save({ since: nothing });
    expect(paths(changed)).toEqual([
      ".gitignore",
      "deep",
      "deep/kept",
      "deep/kept/.gitignore",
      "deep/kept/a.log",
      "src",
      "src/.gitignore",
      "src/build",
      "src/build/b",
      "sub",
      "sub/.gitignore",
    ]);
  });

  test("and new rules count at once, in directories that did not change, too", async () => {
    await using at = ground();
    at.shell("mkdir -p a/b; echo 1 > a/b/x.o; echo 1 > a/b/x.c; git init -q .");
    const one = await at.files.save();
    await aWhile();
    at.write(".gitignore", "*.o\n");
    const two = await at.files.save({ since: one.snapshot });
    expect(shown(two.changed)).toEqual([".gitignore: nothing → file", "a/b/x.o: file → nothing"]);
    at.shell("echo '*.c' >> .git/info/exclude");
    const three = await at.files.save({ since: two.snapshot });
    expect(shown(three.changed)).toEqual(["a/b/x.c: file → nothing"]);
    at.shell("rm .gitignore; echo > .git/info/exclude");
    expect((await at.files.save()).snapshot).toBe(one.snapshot);
  });

  test("from above the workspace, too, but not across the border of a repository", async () => {
    await using at = ground();
    at.shell(
      "git init -q .; mkdir -p part/inner/own; echo '*.o' > .gitignore; echo 1 | tee part/x.o part/inner/y.o >/dev/null",
    );
    at.shell("git init -q part/inner");
    const part = at.again({ root: join(at.root, "part") });
    expect(paths((await part.save({ since: nothing })).changed)).toEqual(["inner", "inner/own", "inner/y.o"]);
  });
});

test("a repository and its index are not touched, and what lies in it is no part", async () => {
  await using at = ground();
  at.shell(`git init -q . && echo 1 > a && git add a && git -c user.name=n -c user.email=e commit -qm one
    git init -q nested && echo 2 > nested/b && echo 3 > a`);
  const inside = (): string[] =>
    picture(join(at.root, ".git")).concat(String(statSync(join(at.root, ".git/index")).mtimeMs));
  const before = inside();
  const { snapshot, changed } = await at.files.save({ since: nothing });
  expect(paths(changed)).toEqual(["a", "nested", "nested/b"]);
  at.shell("echo 4 > a; echo 5 > nested/b");
  await at.files.restore({ to: snapshot });
  expect(at.shell("cat a nested/b")).toBe("3\n2\n");
  expect(inside()).toEqual(before);
});

test("what is left out is said, and why", async () => {
  await using at = ground({
    limits: { fileBytes: 1_000 },
    guard: { version: "1", isSecret: (path) => path.endsWith("/.env") || path.endsWith("/keys") },
  });
  at.shell(`mkfifo pipe; mkdir -p keys; echo k > keys/k; echo S=1 > .env; head -c 1001 /dev/zero > big; head -c 1000 /dev/zero > fits
    perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Type => SOCK_STREAM, Local => "socket", Listen => 1)'`);
  const { leftOut, files } = await at.files.save();
  expect({ leftOut, files }).toEqual({
    files: 1,
    leftOut: [
      { path: ".env", why: "credential" },
      { path: "big", why: "too-big" },
      { path: "keys", why: "credential" },
      { path: "pipe", why: "special" },
      { path: "socket", why: "special" },
    ],
  });
});

test("too much is left out in order, so that the same content gives the same digest", async () => {
  await using at = ground({ limits: { bytes: 250, entries: 8 } });
  at.shell("for n in a b c d; do head -c 100 /dev/zero > $n; done; mkdir many few; touch many/1 many/2 many/3 few/1");
  const { snapshot, leftOut, bytes } = await at.files.save();
  expect({ leftOut, bytes }).toEqual({
    bytes: 200,
    leftOut: [
      { path: "c", why: "full" },
      { path: "d", why: "full" },
      { path: "many", why: "full" },
    ],
  });
  const other = at.again({ directory: join(at.root, "..", "other") });
  expect((await other.save()).snapshot).toBe(snapshot);
  at.shell("touch 1 2 3 4 5 6 7 8 9");
  const whole = await at.files.save();
  expect(whole.leftOut).toEqual([{ path: "", why: "full" }]);
  const before = picture(at.root);
  const { kept, changed } = await at.files.restore({ to: whole.snapshot });
  expect({ kept, changed, now: picture(at.root) }).toEqual({ kept: [], changed: [], now: before });
});

test.skipIf(process.getuid?.() !== 0)(
  "what cannot be read is left out (needs root to become another user)",
  async () => {
    await using at = ground();
    at.shell("echo 1 > open; echo 2 > closed; mkdir shut; echo 3 > shut/x; chmod 000 closed shut; chmod 755 . ..");
    execFileSync("chmod", ["777", join(at.root, "..")]);
    const script = `
    import { checkpoints } from ${JSON.stringify(join(import.meta.dirname, "../../src/checkpoints/checkpoints.ts"))};
    const files = checkpoints({ root: ${JSON.stringify(at.root)}, directory: ${JSON.stringify(join(at.root, "../theirs"))} });
    console.log(JSON.stringify((await files.save()).leftOut));
    await files.close();`;
    const said = execFileSync(
      "setpriv",
      ["--reuid=65534", "--regid=65534", "--clear-groups", process.execPath, "--input-type=module", "-e", script],
      { encoding: "utf8" },
    );
    expect(JSON.parse(said)).toEqual([
      { path: "closed", why: "unreadable" },
      { path: "shut", why: "unreadable" },
    ]);
  },
);

describe("only what changed is read", () => {
  test("a file whose five numbers are the same is taken as known, however it was opened", async () => {
    await using at = ground();
    at.shell("mkdir d; echo 1 > d/x");
    const { snapshot } = await at.files.save();
    await aWhile();
    expect((await at.files.save()).snapshot).toBe(snapshot);
    expect((await at.again().save()).snapshot).toBe(snapshot);
  });

  test("a change of the same length in the same moment is seen, and one with its old times put back", async () => {
    await using at = ground();
    const found = new Set<string>();
    for (let turn = 0; turn < 200; turn += 1) {
      at.write("x", String(turn % 10));
      found.add((await at.files.save()).snapshot);
      if (turn > 0) expect(found.size).toBe(Math.min(turn + 1, 10));
    }
    await aWhile();
    const { snapshot } = await at.files.save();
    const { atime, mtime } = statSync(join(at.root, "x"));
    at.write("x", "!");
    utimesSync(join(at.root, "x"), atime, mtime);
    expect((await at.files.save({ since: snapshot })).changed).toHaveLength(1);
  });

  test("files and directories that change places are seen", async () => {
    await using at = ground();
    at.shell("mkdir a b; echo 1 > a/x; echo 2 > b/x; echo 3 > f; echo 4 > g");
    const { snapshot } = await at.files.save();
    await aWhile();
    await at.files.save();
    at.shell("mv a c; mv b a; mv c b; mv f h; mv g f; mv h g");
    const { changed } = await at.files.save({ since: snapshot });
    expect(paths(changed)).toEqual(["a/x", "b/x", "f", "g"]);
  });

  test("a directory that became a link is not looked through", async () => {
    await using at = ground();
    at.shell("mkdir a ../outside; echo 1 > a/x; echo secret > ../outside/x");
    const { snapshot } = await at.files.save();
    await aWhile();
    at.shell("rm -r a; ln -s ../outside a");
    const { changed } = await at.files.save({ since: snapshot });
    expect(shown(changed)).toEqual(["a: directory → link", "a/x: file → nothing"]);
  });

  test("what was seen may be lost, and is found again", async () => {
    await using at = ground();
    at.shell("mkdir -p a/b; echo 1 > a/b/x");
    const { snapshot } = await at.files.save();
    const other = openDatabase(at.directory);
    other.sql.exec("DELETE FROM directories");
    other.close();
    expect((await at.again().save()).snapshot).toBe(snapshot);
  });
});

describe("many at once", () => {
  test("each snapshot has what was there when it was asked for", async () => {
    await using at = ground();
    const found = await Promise.all(
      Array.from({ length: 20 }, async (_, turn) => {
        at.write(`f${String(turn)}`, "x");
        return (await at.files.save()).files >= turn + 1;
      }),
    );
    expect(found).toEqual(found.map(() => true));
  });

  test("two on one workspace and one place agree, and each counts on what the other wrote", async () => {
    await using at = ground();
    const other = at.again();
    for (let turn = 0; turn < 20; turn += 1) {
      at.write(`d${String(turn % 3)}/f${String(turn % 5)}`, String(turn));
      const [mine, theirs] = await Promise.all([at.files.save(), other.save()]);
      expect(theirs.snapshot).toBe(mine.snapshot);
      if (turn % 7 === 6) await at.files.collect([mine.snapshot]);
    }
  });

  test("files that are written all the while are each whole, or said to be left out", async () => {
    await using at = ground();
    at.shell(
      "(for n in $(seq 400); do head -c 300000 /dev/zero | tr '\\0' $((n % 10)) > torn; done) >/dev/null 2>&1 &",
    );
    const found: string[] = [];
    for (let turn = 0; turn < 60; turn += 1) {
      const { snapshot } = await at.files.save();
      const [change] = await at.files.diff(nothing, snapshot);
      if (change?.to?.kind !== "file") continue;
      const text = Buffer.from(await at.files.content(change.to.digest)).toString();
      found.push(/^(\d)\1*$|^$/u.test(text) ? "of one writing" : "torn");
    }
    expect(found).not.toContain("torn");
  });
});

test("what is kept is for its owner alone, and smaller than it was", async () => {
  await using at = ground();
  at.write("long", "all the same\n".repeat(100_000));
  await at.files.save();
  await at.files.close();
  const files = readdirSync(at.directory).map((name) => statSync(join(at.directory, name)));
  expect(files.map(({ mode }) => mode & 0o777)).toEqual(files.map(() => 0o600));
  expect(statSync(at.directory).mode & 0o777).toBe(0o700);
  expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(200_000);
});

test("damaged content is found when it is read, and named", async () => {
  await using at = ground();
  at.write("x", "what was said");
  const { changed } = await at.files.save({ since: nothing });
  const digest = changed[0]?.to?.kind === "file" ? changed[0].to.digest : "";
  const other = openDatabase(at.directory);
  other.sql.exec(`UPDATE objects SET content = CAST('what was sadi' AS BLOB) WHERE lower(hex(digest)) = '${digest}'`);
  other.close();
  await expect(at.files.content(digest)).rejects.toThrow(`the content "${digest}" in ${at.files.place} is damaged`);
  await expect(at.files.diff(nothing, "no such")).rejects.toThrow('holds no snapshot or content "no such"');
});

test("snapshots inside of the workspace that they are of do not hold themselves", async () => {
  await using at = ground();
  at.write("x", "1");
  const files = at.again({ directory: join(at.root, "state") });
  expect((await files.save()).leftOut).toEqual([{ path: "state", why: "credential" }]);
  expect(existsSync(join(at.root, "state", "checkpoints.db"))).toBe(true);
});
