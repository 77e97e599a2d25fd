/** What a snapshot of a workspace holds, what it does not, and what it says of it. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openDatabase } from "../../src/checkpoints/database.ts";
import type { FileChange } from "../../src/contract/checkpoint.ts";
import { aWhile, ground, nothing, paths, shown } from "./ground.ts";
import { picture } from "./picture.ts";

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

test("another guard, or another limit, is heeded at once", async () => {
  await using at = ground();
  at.shell("mkdir d; echo S=1 > d/.env; head -c 100 /dev/zero > d/big; git init -q .");
  const isSecret = (path: string): boolean => path.endsWith(".env");
  const all = await at.files.save();
  await aWhile();
  await at.files.save();
  const strict = at.again({ guard: { version: "2", isSecret }, limits: { fileBytes: 99 } });
  expect((await strict.save()).leftOut).toEqual([
    { path: "d/.env", why: "credential" },
    { path: "d/big", why: "too-big" },
  ]);
  expect(await at.again().save()).toEqual(all);
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
