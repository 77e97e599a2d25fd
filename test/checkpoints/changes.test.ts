/** Only what changed is read, and nothing that changed is missed: in the same moment, by other processes, while it is read. */
import { statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openDatabase } from "../../src/checkpoints/database.ts";
import { aWhile, ground, nothing, paths, shown } from "./ground.ts";

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
      expect(found.size).toBe(Math.min(turn + 1, 10));
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
