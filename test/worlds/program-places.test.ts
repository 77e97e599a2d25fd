/** Which programs a sandbox shows though they lie where it has a directory of its own. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { programPlaces } from "../../src/worlds/bubblewrap/program-places.ts";

test("those on the PATH, with what stands beside a bin; never a whole /tmp, nor what is seen anyway", async () => {
  const directory = await mkdtemp("/tmp/kelson-programs-");
  onTestFinished(() => rm(directory, { recursive: true }));
  for (const name of ["tool/bin", "plain"]) await mkdir(join(directory, name), { recursive: true });
  const path = [
    join(directory, "tool/bin"),
    join(directory, "plain"),
    join(directory, "gone"),
    "/tmp",
    "/var/tmp",
    "/usr/bin",
    "bin",
  ];
  const node = dirname(dirname(process.execPath));
  const found = programPlaces(["/home/ann/work"], path.join(":")).filter((place) => !node.startsWith(place));
  expect(found).toEqual([join(directory, "tool"), join(directory, "plain")]);
  expect(programPlaces([directory], path.join(":"))).not.toContain(join(directory, "tool"));
});
