/** A snapshot after a call that changed ten files of 10,000, beside what anybody must do who trusts no clock but the disk's. */
import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkpoints } from "../../src/checkpoints/checkpoints.ts";
import { type Figure, inTurn, median, timed } from "../measure.ts";

const directories = 500;
const filesEach = 20;
const changed = 10;
const turns = 60;

/** Half a thousand directories in twenty, twenty files of 2 kB in each. */
const tree = (root: string): string[] =>
  Array.from({ length: directories }, (_, at) => {
    const directory = join(root, `part${at % 20}`, `package${at}`);
    mkdirSync(directory, { recursive: true });
    for (let file = 0; file < filesEach; file += 1)
      writeFileSync(join(directory, `module${file}.ts`), `export const x = ${at * filesEach + file};\n`.repeat(60));
    return directory;
  });

/** Names and stats of all, one after the other. */
const walk = (directory: string): void => {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    lstatSync(path);
    if (entry.isDirectory()) walk(path);
  }
};

export const checkpoint = async (): Promise<Figure[]> => {
  const top = mkdtempSync(join(tmpdir(), "kelson-bench-"));
  const root = join(top, "workspace");
  mkdirSync(root);
  const files = checkpoints({ root, directory: join(top, "snapshots") });
  const env = { ...process.env, GIT_DIR: join(top, "git"), GIT_WORK_TREE: root };
  const git = (...args: readonly string[]): void => void execFileSync("git", args, { env, cwd: root, stdio: "ignore" });
  try {
    const paths = tree(root);
    git("init", "-q");
    const first = await timed(() => files.save());
    git("add", "-A");
    let turn = 0;
    const change = (): void => {
      turn += 1;
      for (let at = 0; at < changed; at += 1)
        writeFileSync(
          join(paths[(turn * changed + at * 37) % directories] ?? root, `module${turn % filesEach}.ts`),
          `turn ${turn}`,
        );
    };
    let since = (await files.save()).snapshot;
    const save = async (): Promise<number> => {
      change();
      return timed(async () => {
        since = (await files.save({ since })).snapshot;
      });
    };
    const walking = await inTurn(turns, save, () => timed(async () => walk(root)));
    const byGit: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      change();
      byGit.push(
        await timed(async () => {
          git("add", "-A");
          git("write-tree");
        }),
      );
    }
    const name = `snapshot, ${changed} of ${directories * filesEach} files changed`;
    return [
      { name, ...walking, unit: "ms", note: "bare: readdir and lstat of the same tree, and no more" },
      {
        name: `${name}, beside git`,
        kelson: walking.kelson,
        bare: median(byGit),
        unit: "ms",
        note: "bare: git add -A, git write-tree",
      },
      { name: `first snapshot of ${directories * filesEach} files`, kelson: first, unit: "ms" },
    ];
  } finally {
    await files.close();
    rmSync(top, { recursive: true });
  }
};
