/** Directories for tests, removed when their file's tests are done. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const made: string[] = [];

export const newDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), "kelson-store-"));
  made.push(directory);
  return directory;
};

afterAll(() => {
  for (const directory of made) rmSync(directory, { recursive: true, force: true });
});
