/** A disk of a given size, to be filled. Without the right to mount one, the test that wants it is skipped. */
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "vitest";

/** Where it is mounted, until the test has finished. */
export const smallDisk = (
  bytes: number,
  { skip, onTestFinished }: Pick<TestContext, "skip" | "onTestFinished">,
): string => {
  const directory = mkdtempSync(join(tmpdir(), "kelson-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", directory], { stdio: "ignore" });
  } catch {
    rmSync(directory, { recursive: true });
    skip("a small disk cannot be mounted here");
  }
  onTestFinished(() => {
    execFileSync("umount", ["--lazy", directory]);
    rmSync(directory, { recursive: true });
  });
  return directory;
};

/** Fills it to the last byte. Gives back what makes room again. */
export const fill = (disk: string): (() => void) => {
  const ballast = join(disk, "ballast");
  const file = openSync(ballast, "w");
  for (let size = 65_536; size >= 1;) {
    try {
      writeSync(file, Buffer.alloc(size));
    } catch {
      size = Math.floor(size / 2);
    }
  }
  closeSync(file);
  return () => rmSync(ballast);
};
