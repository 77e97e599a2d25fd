/** What is remembered of a workspace, so that only what changed is read, can be deleted at any time. */
import { join } from "node:path";
import { readdirSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { aWhile, ground } from "./ground.ts";

test("without it a snapshot is the same", async () => {
  await using at = ground();
  at.shell("mkdir -p a/b c; echo 1 > a/b/one; echo 2 > c/two; ln -s ../c a/link; chmod +x c/two");
  await aWhile();
  const { snapshot } = await at.files.save();
  const name = readdirSync(at.directory).find((file) => file.endsWith(".db")) ?? "";
  for (const sql of ["DELETE FROM directories WHERE rowid % 2 = 0", "DELETE FROM directories"]) {
    const database = new DatabaseSync(join(at.directory, name));
    expect(Number(database.prepare(sql).run().changes)).toBeGreaterThan(0);
    database.close();
    expect(await at.again().save({ since: snapshot })).toMatchObject({ snapshot, changed: [] });
    expect(await at.files.save({ since: snapshot })).toMatchObject({ snapshot, changed: [] });
  }
});
