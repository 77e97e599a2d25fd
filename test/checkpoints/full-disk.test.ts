/** On a disk that is full, a save or a restore says so, leaves nothing half, and works when there is room again. */
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkpoints } from "../../src/checkpoints/checkpoints.ts";
import { ground } from "./ground.ts";
import { picture } from "./picture.ts";
import { smallDisk } from "../stores/small-disk.ts";

const megabyte = 1_000_000;

test("where snapshots are kept", async (context) => {
  const disk = smallDisk(6 * megabyte, context);
  await using at = ground({ directory: join(disk, "snapshots") });
  at.write("small", "1");
  const { snapshot } = await at.files.save();
  at.write("big", randomBytes(10 * megabyte));
  await expect(at.files.save()).rejects.toMatchObject({
    code: "store_failed",
    message: `snapshots could not use ${at.files.place}: the disk is full`,
  });
  at.write("big", randomBytes(megabyte));
  const { changed } = await at.files.save({ since: snapshot });
  expect(changed.map(({ path }) => path)).toEqual(["big"]);
  expect(await at.again().diff(snapshot, snapshot)).toEqual([]);
});

test("in the workspace", async (context) => {
  const root = join(smallDisk(4 * megabyte, context), "workspace");
  mkdirSync(root);
  await using at = ground();
  const files = checkpoints({ root, directory: at.directory });
  onTestFinished(() => files.close());
  for (const name of ["a", "b"]) writeFileSync(join(root, name), randomBytes(megabyte));
  const before = picture(root);
  const { snapshot: to } = await files.save();
  for (const name of ["a", "b"]) writeFileSync(join(root, name), "short");
  const ballast = join(root, "../ballast");
  writeFileSync(ballast, Buffer.alloc(2.5 * megabyte));
  const { changed, kept } = await files.restore({ to });
  expect(changed.map(({ path }) => path)).toEqual(["a"]);
  expect(kept).toEqual([{ path: "b", why: "failed", error: "ENOSPC: no space left on device" }]);
  expect(readdirSync(root)).toEqual(["a", "b"]);
  rmSync(ballast);
  await files.restore({ to });
  expect(picture(root)).toEqual(before);
});
