/** Files are put back exactly, and what somebody edited meanwhile is named, kept and never lost. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { FilesRestored } from "../../src/contract/checkpoint.ts";
import { type Ground, ground } from "./ground.ts";
import { picture } from "./picture.ts";

/** What a restore says, in a line a path. */
const said = ({ changed, kept, edited }: FilesRestored): string[] => [
  ...changed.map(({ path, from, to }) => `${from === undefined ? "+" : to === undefined ? "-" : "~"} ${path}`),
  ...kept.map(({ path, why, error }) => `= ${path}: ${error ?? why}`),
  ...edited.map((path) => `! ${path}`),
];

const snapshot = async (at: Ground): Promise<string> => (await at.files.save()).snapshot;

test("everything comes back as it was, and a preview says the same before", async () => {
  await using at = ground();
  at.shell(`mkdir -p a/b empty swap; echo 1 > a/b/x; echo 2 > y; ln -s a/b/x l; echo 4 > swap/in; chmod 755 y; echo 5 > m
    echo 6 > becomes-link; ln -s nowhere becomes-file; chmod 700 empty`);
  const before = picture(at.root);
  const to = await snapshot(at);
  at.shell(`echo 11 > a/b/x; rm y; rmdir empty; rm -r swap; echo 7 > swap; ln -sf y l; chmod 600 m; mkdir -p new/deep
    echo 8 > new/deep/z; rm becomes-link becomes-file; ln -s m becomes-link; echo 9 > becomes-file`);
  const after = picture(at.root);
  const known = await snapshot(at);
  const preview = await at.files.preview({ to, known });
  expect(picture(at.root)).toEqual(after);
  expect(said(preview)).toEqual([
    "~ a/b/x",
    "~ becomes-file",
    "~ becomes-link",
    "+ empty",
    "~ l",
    "~ m",
    "- new",
    "- new/deep",
    "- new/deep/z",
    "~ swap",
    "+ swap/in",
    "+ y",
  ]);
  const restored = await at.files.restore({ to, known });
  expect(restored).toEqual({ ...preview, snapshot: to });
  expect(picture(at.root)).toEqual(before);

  const undone = await at.files.restore({ to: restored.from, known: restored.snapshot });
  expect(picture(at.root)).toEqual(after);
  await at.files.restore({ to: undone.from, known: undone.snapshot });
  expect(picture(at.root)).toEqual(before);
});

describe("what was edited since the last known snapshot", () => {
  const edited = async (): Promise<Ground & { to: string; known: string }> => {
    const at = ground();
    at.shell("mkdir d; echo 1 > a; echo 1 > b; echo 1 > d/c; echo 1 > gone; echo same > s");
    const to = await snapshot(at);
    at.shell("echo 2 > a; echo 2 > b; echo 2 > d/c; echo 2 > new; echo 2 > gone; echo other > s");
    const known = await snapshot(at);
    at.shell("echo mine > b; echo mine > d/mine; rm gone; chmod 600 d/c; echo same > s; echo mine >> new");
    return { ...at, to, known };
  };

  test("is named and left as it is", async () => {
    await using at = await edited();
    const restored = await at.files.restore({ to: at.to, known: at.known });
    expect(said(restored)).toEqual([
      "~ a",
      "= b: edited",
      "= d/c: edited",
      "= d/mine: edited",
      "= gone: edited",
      "= new: edited",
    ]);
    expect(at.shell("cat a b d/c d/mine new s; ls")).toBe("1\nmine\n2\nmine\n2\nmine\nsame\na\nb\nd\nnew\ns\n");
  });

  test("is named, saved and replaced when that is asked for, and comes back when that is undone", async () => {
    await using at = await edited();
    const mine = picture(at.root);
    const restored = await at.files.restore({ to: at.to, known: at.known, edited: "replace" });
    expect(said(restored)).toEqual([
      "~ a",
      "~ b",
      "~ d/c",
      "- d/mine",
      "+ gone",
      "- new",
      "! b",
      "! d/c",
      "! d/mine",
      "! gone",
      "! new",
    ]);
    expect(restored.snapshot).toBe(at.to);
    await at.files.restore({ to: restored.from, known: restored.snapshot });
    expect(picture(at.root)).toEqual(mine);
  });

  test("stays when it stands in the way, with what it stands in", async () => {
    await using at = ground();
    at.shell("echo 1 > a; mkdir b; echo 1 > b/x");
    const to = await snapshot(at);
    at.shell("rm a; mkdir a; echo 2 > a/y; rm -r b; echo 2 > b");
    const known = await snapshot(at);
    at.shell("echo mine > a/mine; echo mine > b");
    const restored = await at.files.restore({ to, known });
    expect(said(restored)).toEqual([
      "- a/y",
      "= a: in-the-way",
      "= a/mine: edited",
      "= b: edited",
      "= b/x: in-the-way",
    ]);
    expect(at.shell("cat a/mine b")).toBe("mine\nmine\n");
  });
});

test("only some paths, and all but some", async () => {
  await using at = ground();
  at.shell("mkdir -p a/deep b; echo 1 > a/deep/x; echo 1 > a/y; echo 1 > b/z");
  const to = await snapshot(at);
  at.shell("rm -r a; echo 2 > b/z; echo 2 > new");
  const known = await snapshot(at);
  expect(said(await at.files.preview({ to, known, paths: ["a/deep/"] }))).toEqual(["+ a", "+ a/deep", "+ a/deep/x"]);
  expect(said(await at.files.preview({ to, known, keep: ["a", "new"] }))).toEqual([
    "~ b/z",
    "= a: asked",
    "= a/deep: asked",
    "= a/deep/x: asked",
    "= a/y: asked",
    "= new: asked",
  ]);
  for (const path of ["../x", "/etc/passwd", "a//b", "a/./b"])
    await expect(at.files.preview({ to, paths: [path] })).rejects.toThrow(`"${path}" is no path inside the workspace`);
  await expect(at.files.restore({ to: "f".repeat(64) })).rejects.toMatchObject({ code: "not_found" });
});

describe("what no snapshot holds is not removed", () => {
  test("what git ignores now, and a repository", async () => {
    await using at = ground();
    at.write(".gitignore", "*.o\n");
    const to = await snapshot(at);
    at.shell("mkdir -p d/e repo; echo 1 > d/e/x.o; echo 2 > d/y; git init -q repo");
    const restored = await at.files.restore({ to });
    expect(said(restored)).toEqual(["- d/y", "= d: in-the-way", "= d/e: in-the-way", "= repo: in-the-way"]);
    expect(at.shell("cat d/e/x.o; ls -d repo/.git")).toBe("1\nrepo/.git\n");
  });

  test("what git ignored then", async () => {
    await using at = ground();
    at.shell("echo '*.log' > .gitignore; mkdir d; echo old > d/a.log; git init -q .");
    const to = await snapshot(at);
    at.shell("rm .gitignore");
    const restored = await at.files.restore({ to });
    expect(said(restored)).toEqual(["+ .gitignore", "= d/a.log: ignored"]);
    expect(at.shell("cat d/a.log")).toBe("old\n");
  });

  test("what is ignored now and was not then is saved before it is written over", async () => {
    await using at = ground();
    at.shell("mkdir d; echo 1 > d/x; echo 1 > y.o");
    const to = await snapshot(at);
    at.shell("printf 'd/\\n*.o\\n' > .gitignore; echo 2 > d/x; echo 2 > d/z; rm y.o");
    const restored = await at.files.restore({ to });
    expect(said(restored)).toEqual(["- .gitignore", "~ d/x", "+ y.o"]);
    expect(at.shell("cat d/x d/z y.o")).toBe("1\n2\n1\n");
    expect(said(await at.files.restore({ to: restored.from }))).toEqual([
      "+ .gitignore",
      "~ d/x",
      "= d/z: ignored",
      "= y.o: ignored",
    ]);
    expect(at.shell("cat d/x d/z y.o")).toBe("2\n2\n1\n");
  });

  test("credentials, and what was too big", async () => {
    await using at = ground({
      limits: { fileBytes: 10 },
      guard: { version: "1", isSecret: (path) => path.endsWith(".env") },
    });
    at.shell("echo 1 > big; echo 1 > small; echo S=1 > .env");
    const small = await snapshot(at);
    at.shell("echo 12345678901234567890 | tee big new-big >/dev/null; echo S=2 > .env; echo S > new.env");
    const big = await snapshot(at);
    expect(said(await at.files.restore({ to: small }))).toEqual([
      "= big: left-out",
      "= new-big: left-out",
      "= new.env: left-out",
    ]);
    at.shell("rm big; echo 2 > new-big");
    expect(said(await at.files.restore({ to: big }))).toEqual(["= big: left-out", "= new-big: left-out"]);
    expect(at.shell("cat .env new.env new-big")).toBe("S=2\nS\n2\n");
  });
});

describe("nothing outside is touched", () => {
  test("through a link that took the place of a directory", async () => {
    await using at = ground();
    at.shell(
      "mkdir -p d/e ../outside/e; echo 1 > d/e/x; echo 1 > d/y; echo out | tee ../outside/e/x ../outside/y >/dev/null",
    );
    const to = await snapshot(at);
    at.shell("rm -r d; ln -s ../outside d");
    const outside = picture(join(at.root, "../outside"));
    expect(said(await at.files.restore({ to }))).toEqual(["~ d", "+ d/e", "+ d/e/x", "+ d/y"]);
    expect(at.shell("cat d/e/x d/y")).toBe("1\n1\n");
    expect(picture(join(at.root, "../outside"))).toEqual(outside);
  });

  test("through a link that is edited and so stays", async () => {
    await using at = ground();
    at.shell("mkdir d ../outside; echo 1 > d/x; echo out > ../outside/x");
    const to = await snapshot(at);
    at.shell("echo 2 > d/x");
    const known = await snapshot(at);
    at.shell("rm -r d");
    symlinkSync("../outside", join(at.root, "d"));
    expect(said(await at.files.restore({ to, known }))).toEqual(["= d: edited", "= d/x: edited"]);
    expect(at.shell("cat ../outside/x")).toBe("out\n");
  });

  test("through another name of the same file", async () => {
    await using at = ground();
    at.shell("echo 1 > x; echo 1 > m");
    const to = await snapshot(at);
    at.shell("echo 2 > x; chmod 600 m; ln x ../x; ln m ../m");
    await at.files.restore({ to });
    expect(at.shell("cat x ../x; stat -c %a m ../m")).toBe("1\n2\n644\n600\n");
  });

  test("when links and directories change places all the while", async () => {
    await using at = ground();
    at.shell("mkdir -p d ../outside; echo 1 > d/x; echo out > ../outside/x; ln -s ../outside l");
    const to = await snapshot(at);
    at.shell(`(end=$(($(date +%s) + 4)); while [ $(date +%s) -lt $end ]; do mv -T d t; mv -T l d; mv -T d l; mv -T t d; done) \\
      >/dev/null 2>&1 &`);
    for (let turn = 0; turn < 40; turn += 1) {
      at.shell("echo 2 > d/x 2>/dev/null || true; echo out > ../outside/x");
      const { changed } = await at.files.restore({ to });
      expect(readFileSync(join(at.root, "../outside/x"), "utf8")).toBe("out\n");
      expect(changed.map(({ path }) => path).filter((path) => path.startsWith(".."))).toEqual([]);
    }
    at.shell("sleep 4.2");
  });
});

test.skipIf(process.getuid?.() !== 0)(
  "directories that are closed to writing (needs root to become another user)",
  async () => {
    await using at = ground();
    at.shell("mkdir -p r/s; echo 1 > r/x; echo 1 > r/s/y; chmod 555 r/s r; chmod 777 . ..");
    execFileSync("chown", ["-R", "65534", at.root]);
    const script = `
    import { checkpoints } from ${JSON.stringify(join(import.meta.dirname, "../../src/checkpoints/checkpoints.ts"))};
    import { execFileSync } from "node:child_process";
    const files = checkpoints({ root: ${JSON.stringify(at.root)}, directory: ${JSON.stringify(join(at.root, "../theirs"))} });
    const { snapshot: to } = await files.save();
    execFileSync("sh", ["-c", "chmod 755 r r/s; echo 2 > r/x; rm r/s/y; echo 2 > r/s/z; chmod 555 r r/s"]);
    const { snapshot: known } = await files.save();
    console.log(JSON.stringify(await files.restore({ to, known })));
    await files.close();`;
    const before = picture(at.root);
    const args = [
      "--reuid=65534",
      "--regid=65534",
      "--clear-groups",
      process.execPath,
      "--input-type=module",
      "-e",
      script,
    ];
    const restored = JSON.parse(execFileSync("setpriv", args, { cwd: at.root, encoding: "utf8" })) as FilesRestored;
    expect(said(restored)).toEqual(["+ r/s/y", "- r/s/z", "~ r/x"]);
    expect(picture(at.root)).toEqual(before);
  },
);

test("what a killed restore left behind is cleared away, and never saved", async () => {
  await using at = ground();
  at.shell("echo 1 > x");
  const to = await snapshot(at);
  const ended = execFileSync("sh", ["-c", "echo $$"], { encoding: "utf8" }).trim();
  at.shell(
    `mkdir .kelson-restoring-${ended}-0123456789ab; echo half > .kelson-restoring-${ended}-0123456789ab/f; echo 2 > x`,
  );
  expect((await at.files.save()).files).toBe(1);
  await at.files.restore({ to });
  expect(readdirSync(at.root)).toEqual(["x"]);
  expect(existsSync(join(at.root, "x"))).toBe(true);
});
