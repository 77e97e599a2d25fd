/** What every keeper of snapshots must do, wherever it keeps them. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Checkpoints, FileChange } from "../../contract/checkpoint.ts";

/** A directory whose files are saved, and one that is free for whatever is kept of them; both absolute. */
export interface Workspace {
  readonly root: string;
  readonly directory: string;
}

/** The suite of a port to snapshots. `open` opens one on a workspace; the suite closes it, and may open several. */
export const checkpointConformance = (name: string, open: (at: Workspace) => Promise<Checkpoints>): void => {
  describe(`${name} as a keeper of snapshots`, () => {
    let at: Workspace;
    let files: Checkpoints;
    let opened: Checkpoints[] = [];
    const another = async (): Promise<Checkpoints> => {
      const one = await open(at);
      opened.push(one);
      return one;
    };
    const write = (path: string, text: string): void => {
      mkdirSync(join(at.root, dirname(path)), { recursive: true });
      writeFileSync(join(at.root, path), text);
    };
    const remove = (path: string): void => rmSync(join(at.root, path), { recursive: true });
    const read = (path: string): string => readFileSync(join(at.root, path), "utf8");

    beforeEach(async () => {
      const top = realpathSync(mkdtempSync(join(tmpdir(), "kelson-conformance-")));
      at = { root: join(top, "workspace"), directory: join(top, "kept") };
      mkdirSync(at.root);
      files = await another();
      write("a.txt", "a\n");
      write("deep/b.txt", "b\n");
      symlinkSync("a.txt", join(at.root, "link"));
      chmodSync(join(at.root, "a.txt"), 0o755);
    });
    afterEach(async () => {
      for (const one of opened) await one.close();
      opened = [];
      rmSync(dirname(at.root), { recursive: true });
    });

    it("gives the same content the same name, whoever saves it and how often", async () => {
      const { snapshot } = await files.save();
      expect(snapshot).toMatch(/^[0-9a-f]{64}$/u);
      const other = await another();
      const all = await Promise.all([files.save(), files.save(), other.save()]);
      expect(all.map((saved) => saved.snapshot)).toEqual([snapshot, snapshot, snapshot]);
    });

    it("says what changed since a snapshot, parents first, and nothing when nothing did", async () => {
      const { snapshot: since } = await files.save();
      expect((await files.save({ since })).changed).toEqual([]);
      write("a.txt", "longer\n");
      write("new/c.txt", "c\n");
      remove("deep");
      const { changed, snapshot } = await files.save({ since });
      expect(changed.map(toldOf)).toEqual([
        "a.txt: file → file",
        "deep: directory → nothing",
        "deep/b.txt: file → nothing",
        "new: nothing → directory",
        "new/c.txt: nothing → file",
      ]);
      expect(await files.diff(since, snapshot)).toEqual(changed);
      expect(await files.diff(snapshot, since)).toEqual(
        changed.map(({ path, from, to }) => ({ path, from: to, to: from })),
      );
    });

    it("gives the bytes of a file, and refuses what it has not", async () => {
      const { snapshot } = await files.save();
      write("a.txt", "\u0000\u00ff");
      const [change] = await files.diff(snapshot, (await files.save()).snapshot);
      const digestOf = (entry: FileChange["to"]): string => (entry?.kind === "file" ? entry.digest : "");
      expect(Buffer.from(await files.content(digestOf(change?.to))).toString()).toBe("\u0000\u00ff");
      expect(Buffer.from(await files.content(digestOf(change?.from))).toString()).toBe("a\n");
      const unknown = "0".repeat(64);
      await expect(files.content(unknown)).rejects.toMatchObject({ code: "not_found" });
      await expect(files.diff(snapshot, unknown)).rejects.toMatchObject({ code: "not_found" });
      await expect(files.restore({ to: unknown })).rejects.toMatchObject({ code: "not_found" });
    });

    it("puts back bytes, modes, links and directories, as its preview says, and can undo that", async () => {
      const { snapshot: to } = await files.save();
      write("a.txt", "b\n");
      chmodSync(join(at.root, "a.txt"), 0o600);
      remove("link");
      mkdirSync(join(at.root, "link"));
      remove("deep");
      const planned = await files.preview({ to });
      expect(read("a.txt")).toBe("b\n");
      const { snapshot, ...done } = await files.restore({ to });
      expect([done, snapshot]).toEqual([planned, to]);
      expect([read("a.txt"), read("deep/b.txt"), readlinkSync(join(at.root, "link"))]).toEqual(["a\n", "b\n", "a.txt"]);
      expect(lstatSync(join(at.root, "a.txt")).mode & 0o777).toBe(0o755);
      expect((await files.restore({ to: done.from })).snapshot).toBe(done.from);
      expect(read("a.txt")).toBe("b\n");
    });

    it("keeps what somebody edited since the last known snapshot, or before it, unless it is to be replaced", async () => {
      const { snapshot: to } = await files.save();
      write("a.txt", "call\n");
      write("deep/b.txt", "call\n");
      write("mine.txt", "mine\n");
      const { snapshot: known } = await files.save();
      write("deep/b.txt", "mine\n");
      const kept = await files.restore({ to, known, edits: ["mine.txt"] });
      expect(kept.kept).toEqual([
        { path: "deep/b.txt", why: "edited" },
        { path: "mine.txt", why: "edited" },
      ]);
      expect([read("a.txt"), read("deep/b.txt"), read("mine.txt")]).toEqual(["a\n", "mine\n", "mine\n"]);
      const replaced = await files.restore({ to, known, edits: ["mine.txt"], edited: "replace" });
      expect([replaced.edited, replaced.snapshot]).toEqual([["deep/b.txt", "mine.txt"], to]);
    });

    it("touches only the paths that it is asked for, and none that is to be left alone", async () => {
      const { snapshot: to } = await files.save();
      for (const path of ["a.txt", "deep/b.txt", "deep/c.txt"]) write(path, "other\n");
      const restored = await files.restore({ to, paths: ["deep"], keep: ["deep/c.txt"] });
      expect(restored.changed.map(({ path }) => path)).toEqual(["deep/b.txt"]);
      expect(restored.kept).toEqual([{ path: "deep/c.txt", why: "asked" }]);
      expect(read("a.txt")).toBe("other\n");
    });

    it("is found again by whoever opens the place later, and spares what was saved just now", async () => {
      const { snapshot } = await files.save();
      await files.close();
      opened = [];
      const later = await another();
      await later.collect([]);
      write("a.txt", "other\n");
      expect((await later.restore({ to: snapshot })).snapshot).toBe(snapshot);
    });
  });
};

const toldOf = ({ path, from, to }: FileChange): string =>
  `${path}: ${from?.kind ?? "nothing"} → ${to?.kind ?? "nothing"}`;
