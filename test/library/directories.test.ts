/** An agent that works in further directories. */
import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agent, KelsonError } from "../../src/index.ts";
import { calling, directory, taking } from "./workshop.ts";

test("it works there by absolute paths, and not beside", async () => {
  const [cwd, more, other] = [await directory(), await realpath(await directory()), await directory()];
  const writing = (path: string) => calling("write_file", { path, content: "x" });
  const model = taking(writing(join(more, "x")), writing(join(other, "x")), { text: "Done." });
  const { ok } = await agent({ model, cwd, directories: [more], mode: "accept-edits" }).run("go");
  expect(ok).toBe(true);
  expect(await readFile(join(more, "x"), "utf8")).toBe("x");
  await expect(readFile(join(other, "x"))).rejects.toThrow("ENOENT");
});

test("one that is not there is said before anything runs", async () => {
  const missing = join(await directory(), "missing");
  const failed = agent({ model: taking({ text: "Done." }), directories: [missing] }).run("go");
  await expect(failed).rejects.toThrow(KelsonError);
  await expect(failed).rejects.toThrow(`cannot work in the further directory ${missing}: nothing is there`);
});
