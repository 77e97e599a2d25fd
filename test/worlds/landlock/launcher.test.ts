/** What the launcher of the Landlock sandbox does beside confining: variables, limits, errors, other modes. */
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Exec, Exit, World } from "../../../src/contract/world.ts";
import { landlock } from "../../../src/worlds/landlock.ts";
import { local } from "../../../src/worlds/local.ts";

const missing = await landlock({ roots: ["/nonexistent"], writes: "read-only", env: process.env }).then(
  (launcher) => launcher.close().then(() => undefined),
  (error: unknown) => String(error),
);

describe.skipIf(missing !== undefined)(`the launcher${missing === undefined ? "" : ` (skipped: ${missing})`}`, () => {
  let base: string;
  const worlds: World[] = [];
  const open = async (options: Parameters<typeof local>[0] = {}): Promise<World> => {
    const world = await local({ launcher: landlock, ...options })(join(base, "root"));
    worlds.push(world);
    return world;
  };
  beforeEach(async () => {
    base = await realpath(await mkdtemp(join(tmpdir(), "kelson-launcher-")));
    await mkdir(join(base, "root"));
  });
  afterEach(async () => {
    for (const world of worlds.splice(0)) await world.close();
    await rm(base, { recursive: true });
  });
  const run = async (world: World, script: string, more: Partial<Exec> = {}): Promise<Exit> =>
    (await world.exec({ argv: ["bash", "-c", script], stderr: "apart", ...more })).exit;

  test("a command's variables have no part in it, and reach the command", async () => {
    await writeFile(join(base, "root", "Evil.pm"), `open F, '>', '${join(base, "broke")}'; 1;`);
    const env = { PERL5OPT: `-I${join(base, "root")} -MEvil`, LD_PRELOAD: "/no/such.so", "odd name+": "x\ny" };
    const { stdout } = await run(await open(), 'env -0 | tr "\\0" ";"', { env });
    expect(stdout).toContain(`PERL5OPT=${env.PERL5OPT};`);
    expect(stdout).toContain("LD_PRELOAD=/no/such.so;");
    expect(stdout).toContain("odd name+=x\ny;");
    expect(await readdir(base)).toEqual(["root"]);
  });

  test("a temporary directory of its own lasts as long as the world", async () => {
    const world = await open();
    const { stdout } = await run(world, "echo kept > $TMPDIR/note; echo $TMPDIR");
    expect((await run(world, "cat $TMPDIR/note")).stdout).toBe("kept\n");
    await world.close();
    await expect(readdir(stdout.trim())).rejects.toThrow("ENOENT");
  });

  test("with read-only, only that directory can be written", async () => {
    const world = await open({ writes: "read-only" });
    expect((await run(world, "echo x > made || echo refused; echo x > $TMPDIR/made && cat $TMPDIR/made")).stdout).toBe(
      "refused\nx\n",
    );
    expect(await readdir(join(base, "root"))).toEqual([]);
  });

  test("limits of a file's size, of memory and of processor time", async () => {
    const world = await open();
    const mebibyte = 2 ** 20;
    const file = await run(world, "head -c 2000000 /dev/zero > big; wc -c < big", { limits: { fileBytes: mebibyte } });
    expect(file.stdout).toBe(`${String(mebibyte)}\n`);
    const hungry = 'perl -e \'push @m, "x" x 16_000_000 for 1 .. 40; print "had it"\'';
    expect((await run(world, hungry, { limits: { memoryBytes: 256 * mebibyte } })).stdout).toBe("");
    const busy = await run(world, "exec perl -e '1 while 1'", { limits: { cpuMs: 500 }, timeoutMs: 20_000 });
    expect(busy).toMatchObject({ signal: "SIGKILL", ended: "by itself" });
  });

  test("its sentences say what is held here", async () => {
    const { sandbox, holds } = (await open()).describe();
    expect(sandbox).toBe("landlock");
    expect(holds).toEqual(expect.arrayContaining(["secrets", "workspace-secrets", "network"]));
  });

  test("a secret that appears in the workspace is hidden; one that is there is seen, and that is said", async () => {
    const world = await open();
    const file = join(base, "root", ".env");
    await writeFile(file, "TOKEN=canary\n");
    const tricks =
      "cat .env; ln .env open; mv .env moved; mkdir d; mv .env d/open; cat open moved d/open; echo x > .env";
    expect((await run(world, `${tricks}; true`)).stdout).toBe("");
    expect((await run(world, "cat .env open moved d/open; true")).stdout).toBe("");
    expect(await readFile(file, "utf8")).toBe("TOKEN=canary\n");

    const later = await open();
    const { holds, unconfined } = later.describe();
    expect(holds).not.toContain("workspace-secrets");
    expect(unconfined).toContain("Commands can read secrets in the workspace, and there are some: .env.");
    expect((await run(later, "cat .env; echo new > new; cat new")).stdout).toBe("TOKEN=canary\nnew\n");
    const readOnly = await open({ writes: "read-only" });
    expect(readOnly.describe().holds).toContain("workspace-secrets");
    expect((await run(readOnly, "cat .env; true")).stdout).toBe("");
  });
});
