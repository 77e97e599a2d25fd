/** What goes on in a sandbox as without one: commits, builds, servers of its own, temporary files. */
import { execFileSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, type TestAPI } from "vitest";
import type { World } from "../../../src/contract/world.ts";
import type { OpenLauncher } from "../../../src/worlds/launcher.ts";
import { local } from "../../../src/worlds/local.ts";

const git = (cwd: string, ...words: string[]): string =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], { cwd, encoding: "utf8" });
const commit = "git -c user.name=t -c user.email=t@t";

/** `breaks` names those of them that this sandbox is known to break, and why; they must fail. */
export const benignTests = (launcher: OpenLauncher, base: string, breaks: Readonly<Record<string, string>>): void => {
  /** What it breaks must fail, or the line that says so is out of date. */
  const task = (name: string): TestAPI | TestAPI["fails"] => (breaks[name] === undefined ? test : test.fails);

  describe("what is allowed", () => {
    let place: string;
    const worlds: World[] = [];
    beforeEach(() => {
      place = realpathSync(mkdtempSync(join(base, "benign-")));
      chownSync(place, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
    });
    afterEach(async () => {
      for (const world of worlds.splice(0)) await world.close();
    });

    const open = async (root: string, writes: "read-only" | "workspace-write" = "workspace-write"): Promise<World> => {
      const world = await local({ launcher, writes })(root);
      worlds.push(world);
      return world;
    };
    const run = async (world: World, script: string) =>
      (await world.exec({ argv: ["bash", "-c", script], stderr: "apart" })).exit;
    const repository = (): string => {
      git(place, "init", "-q", "-b", "main");
      writeFileSync(join(place, "a.txt"), "a\n");
      git(place, "add", "-A");
      git(place, "commit", "-q", "-m", "first");
      return place;
    };

    task("a commit, a branch, a stash and a merge in a repository")(
      "a commit, a branch, a stash and a merge in a repository",
      async () => {
        const world = await open(repository());
        const script = `set -e; echo b > b.txt; git add -A; ${commit} commit -qm second; git switch -qc side; echo c > c.txt
        git add -A; ${commit} commit -qm third; git switch -q main; ${commit} merge -q --no-ff -m merge side
        echo d >> a.txt; ${commit} stash -q; git stash pop -q; git gc -q; git status --short`;
        expect(await run(world, script)).toMatchObject({ code: 0, stdout: " M a.txt\n" });
        expect(git(place, "log", "--format=%s").split("\n")).toContain("merge");
        expect(lstatSync(join(place, "b.txt")).uid).toBe(process.getuid?.());
      },
    );

    task("a commit from a directory below the repository's top")(
      "a commit from a directory below the repository's top",
      async () => {
        repository();
        mkdirSync(join(place, "below"));
        const world = await open(join(place, "below"));
        const script = `set -e; echo b > b.txt; git add b.txt; ${commit} commit -qm second; git log --format=%s -1`;
        expect(await run(world, script)).toMatchObject({ code: 0, stdout: "second\n" });
        expect((await run(world, "echo x > ../a.txt")).code).not.toBe(0);
        await run(world, "echo x > ../.git/hooks/pre-commit");
        expect(existsSync(join(place, ".git/hooks/pre-commit"))).toBe(false);
        expect(readFileSync(join(place, "a.txt"), "utf8")).toBe("a\n");
      },
    );

    task("a commit in a worktree, whose repository is elsewhere")(
      "a commit in a worktree, whose repository is elsewhere",
      async () => {
        repository();
        const tree = `${place}-tree`;
        git(place, "worktree", "add", "-q", tree);
        const world = await open(tree);
        const script = `set -e; echo b > b.txt; git add b.txt; ${commit} commit -qm second; git log --format=%s -1`;
        expect(await run(world, script)).toMatchObject({ code: 0, stdout: "second\n" });
        const config = readFileSync(join(place, ".git/config"), "utf8");
        await run(world, `git config x.y z; echo x >> ${place}/.git/config`);
        expect(readFileSync(join(place, ".git/config"), "utf8")).toBe(config);
      },
    );

    task("a .git file that leads to somebody else's repository opens nothing")(
      "a .git file that leads to somebody else's repository opens nothing",
      async () => {
        repository();
        const other = `${place}-other`;
        mkdirSync(other);
        writeFileSync(join(other, ".git"), `gitdir: ${join(place, ".git")}\n`);
        const world = await open(other);
        expect((await run(world, `echo x > ${place}/.git/HEAD`)).code).not.toBe(0);
        expect(readFileSync(join(place, ".git/HEAD"), "utf8")).toBe("ref: refs/heads/main\n");
      },
    );

    task("nothing is left in the workspace that was not made by the command")(
      "nothing is left in the workspace that was not made by the command",
      async () => {
        const world = await open(repository());
        await run(world, "true");
        expect(readdirSync(place).toSorted()).toEqual([".git", "a.txt"]);
        await run(world, "mkdir .kelson");
        expect(readdirSync(place).toSorted()).toEqual([".git", ".kelson.from-sandbox-1", "a.txt"]);
      },
    );

    task("temporary files last from command to command, and are nobody else's")(
      "temporary files last from command to command, and are nobody else's",
      async () => {
        const world = await open(place);
        const make = `echo kept > "\${TMPDIR:-/tmp}/note"; mktemp -d > /dev/null && echo made`;
        expect((await run(world, make)).stdout).toBe("made\n");
        expect((await run(world, `cat "\${TMPDIR:-/tmp}/note"`)).stdout).toBe("kept\n");
        expect(existsSync("/tmp/note")).toBe(false);
      },
    );

    task("/tmp by its name")("/tmp by its name", async () => {
      const world = await open(place);
      expect((await run(world, "echo kept > /tmp/note && cat /tmp/note")).stdout).toBe("kept\n");
    });

    task("a program of Node with a server and a client of its own")(
      "a program of Node with a server and a client of its own",
      async () => {
        const world = await open(place);
        writeFileSync(
          join(place, "serve.mjs"),
          `import { createServer, get } from "node:http"; import { networkInterfaces } from "node:os";
         const server = createServer((_, answer) => answer.end("hello")).listen(0, "127.0.0.1", () =>
           get({ port: server.address().port, host: "127.0.0.1" }, (answer) => answer.on("data", (text) => {
             console.log(String(text), Object.keys(networkInterfaces()).join()); server.close(); process.exit(); })));`,
        );
        const exit = await (await world.exec({ argv: [process.execPath, "serve.mjs"], stderr: "apart" })).exit;
        expect(exit).toMatchObject({ code: 0, stdout: "hello lo\n", stderr: "" });
      },
    );

    task("pipes, here-documents, process substitution, background work that is waited for")(
      "pipes, here-documents, process substitution, background work that is waited for",
      async () => {
        const world = await open(place);
        const script = `cat <<END | tr a-z A-Z; diff <(echo same) <(echo same) && echo alike; (sleep 0.05; echo later) & wait\nhere\nEND\n`;
        expect(await run(world, script)).toMatchObject({ code: 0, stderr: "" });
      },
    );

    task("with read-only, the workspace stays as it is, and temporary files can still be made")(
      "with read-only, the workspace stays as it is, and temporary files can still be made",
      async () => {
        const world = await open(repository(), "read-only");
        expect((await run(world, "echo x > made")).code).not.toBe(0);
        expect((await run(world, "echo x > .git/made")).code).not.toBe(0);
        const make = `git status --short; f="\${TMPDIR:-/tmp}/made"; echo x > "$f" && cat "$f"`;
        expect((await run(world, make)).stdout).toBe("x\n");
      },
    );

    task("a variable of a command has no part in building its sandbox")(
      "a variable of a command has no part in building its sandbox",
      async () => {
        const world = await open(place);
        writeFileSync(join(place, "Evil.pm"), `package Evil; open F, '>>', '${place}/loaded'; print F "$$\\n"; 1;`);
        const env = { PERL5OPT: `-I${place} -MEvil`, LD_PRELOAD: "/no/such.so" };
        const exit = await (await world.exec({ argv: ["true"], env, stderr: "apart" })).exit;
        expect(exit.code).toBe(0);
        expect(existsSync(join(place, "loaded"))).toBe(false);
        expect(
          (await (await world.exec({ argv: ["perl", "-e", "print 1"], env: { PERL5OPT: env.PERL5OPT } })).exit).stdout,
        ).toBe("1");
      },
    );
  });
};
