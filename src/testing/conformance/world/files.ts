/** Reading, writing, listing and removing files. */
import { chmod, link, lstat, mkdir, readFile, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Ground } from "./ground.ts";

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8");

export const fileTests = (ground: () => Ground): void => {
  test("what was written is read, in directories that are made for it", async () => {
    const { files } = ground().world;
    await files.write("new/deep/ü.txt", "grüße\n");
    await files.write("bytes", Uint8Array.of(0, 255, 10));
    expect(text(await files.read("new/deep/ü.txt"))).toBe("grüße\n");
    expect([...(await files.read(join(ground().world.root, "bytes")))]).toEqual([0, 255, 10]);
  });

  test("a replaced file keeps its permission bits, and nothing else is left in its directory", async () => {
    const { files, root } = ground().world;
    await writeFile(join(root, "run.sh"), "old");
    await chmod(join(root, "run.sh"), 0o751);
    await files.write("run.sh", "new");
    expect((await stat(join(root, "run.sh"))).mode & 0o7777).toBe(0o751);
    expect(await readdir(root)).toEqual(["run.sh"]);
  });

  test("readers see the old file or the new one, never a part", async () => {
    const { files, root } = ground().world;
    const versions = ["a", "b"].map((letter) => letter.repeat(3_000_000));
    await files.write("big", versions[0] as string);
    for (let turn = 0; turn < 10; turn += 1) {
      const writing = files.write("big", versions[turn % 2] as string);
      const seen = await Promise.all([0, 1, 2, 3].map(() => readFile(join(root, "big"), "utf8")));
      for (const content of seen) expect(versions.includes(content)).toBe(true);
      await writing;
    }
  });

  test("a link is written through, and removed alone", async () => {
    const { files, root } = ground().world;
    await files.write("real.txt", "old");
    await symlink("real.txt", join(root, "link"));
    await files.write("link", "new");
    expect((await lstat(join(root, "link"))).isSymbolicLink()).toBe(true);
    expect(await readFile(join(root, "real.txt"), "utf8")).toBe("new");
    await files.remove("link");
    expect(await readdir(root)).toEqual(["real.txt"]);
  });

  test("a link that dangles inside is written through", async () => {
    const { files, root } = ground().world;
    await symlink("later/real.txt", join(root, "link"));
    await files.write("link", "x");
    expect(await readFile(join(root, "later/real.txt"), "utf8")).toBe("x");
  });

  test("a list is sorted and does not follow links; stat does", async () => {
    const { files, root } = ground().world;
    await mkdir(join(root, "b"));
    await files.write("c", "123");
    await symlink("c", join(root, "a"));
    expect(await files.list(".")).toEqual([
      { name: "a", kind: "link", bytes: 1 },
      { name: "b", kind: "directory", bytes: expect.any(Number) },
      { name: "c", kind: "file", bytes: 3 },
    ]);
    const { mtimeMs, mode } = await stat(join(root, "c"));
    expect(await files.stat("a")).toEqual({ kind: "file", bytes: 3, modifiedMs: mtimeMs, mode: mode & 0o7777 });
    expect(await files.stat("c/below")).toBeUndefined();
    expect(await files.stat("nowhere")).toBeUndefined();
  });

  test("an empty directory is removed, a full one is not", async () => {
    const { files } = ground().world;
    await files.write("full/x", "");
    await expect(files.remove("full")).rejects.toThrow("cannot remove full: the directory is not empty");
    await files.remove("full/x");
    await files.remove("full");
    expect(await files.list(".")).toEqual([]);
  });

  test("each failure is a sentence that names the path", async () => {
    const { files, root } = ground().world;
    await mkdir(join(root, "dir"));
    await files.write("file", "12345");
    await symlink("loop", join(root, "loop"));
    await expect(files.read("no/such")).rejects.toThrow("cannot read no/such: nothing is there");
    await expect(files.read("dir")).rejects.toThrow("cannot read dir: it is a directory");
    await expect(files.read("file", { maxBytes: 4 })).rejects.toThrow("cannot read file: it has 5 bytes, more than 4");
    await expect(files.read("loop")).rejects.toThrow("cannot resolve loop: its symbolic links go in a circle");
    await expect(files.write("dir", "")).rejects.toThrow("cannot write dir: it is a directory");
    await expect(files.write("file/x", "")).rejects.toThrow(/cannot write file\/x: .*not a directory/u);
    await expect(files.remove("gone")).rejects.toThrow("cannot remove gone: nothing is there");
    await expect(files.list("file")).rejects.toThrow("cannot list file: a part of the path is not a directory");
    await expect(files.write("n".repeat(300), "")).rejects.toThrow(/the name is too long/u);
  });

  test("a pipe or a device is not read as a file", async () => {
    const { world } = ground();
    await (
      await world.exec({ argv: ["mkfifo", "pipe"] })
    ).exit;
    await expect(world.files.read("pipe")).rejects.toThrow("cannot read pipe: it is not a regular file");
    await expect(world.files.write("pipe", "x")).rejects.toThrow("cannot write pipe: it is not a regular file");
  });

  test("of two hard links the written one is replaced", async () => {
    const { files, root } = ground().world;
    await files.write("one", "old");
    await link(join(root, "one"), join(root, "two"));
    await files.write("two", "new");
    expect(text(await files.read("one"))).toBe("old");
  });
};
