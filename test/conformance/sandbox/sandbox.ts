/** What every sandbox must do: hold what it says it holds, and let go on what is allowed. */
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { attacks } from "../../../src/worlds/attacks/attacks.ts";
import type { Attempt } from "../../../src/worlds/attacks/attempt.ts";
import { attempt } from "../../../src/worlds/attacks/attempt.ts";
import type { OpenLauncher } from "../../../src/worlds/launcher.ts";
import { local } from "../../../src/worlds/local.ts";
import { benignTests } from "./benign.ts";

/** `module` is the file whose export `name` opens the sandbox, so that a process of another user can open it, too. */
export interface SandboxUnderTest {
  readonly name: string;
  readonly module: string;
}

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

/** Runs on the real machine. `missing` says why it cannot, and is named in the skipped tests. */
export const sandboxConformance = async ({ name, module }: SandboxUnderTest, missing?: string): Promise<void> => {
  const because = missing === undefined ? "" : ` (skipped: ${missing})`;
  const opened = (await import(module)) as Record<string, OpenLauncher>;
  const launcher = opened[name] as OpenLauncher;
  const base = mkdtempSync(join(isRoot ? "/opt" : homedir(), ".kelson-attacks-"));
  chmodSync(base, 0o755);
  if (isRoot) chownSync(base, nobody, nobody);
  afterAll(() => {
    rmSync(base, { recursive: true, force: true });
  });

  describe.skipIf(missing !== undefined)(`${name} as a sandbox${because}`, () => {
    describe("attacks", () => {
      const open = (home: string) => local({ launcher, env: { ...process.env, HOME: home } });
      test.each(attacks.map((attack) => [`${attack.hold}: ${attack.name}`, attack] as const))(
        "%s",
        async (_, attack) => {
          expect(broken(await attempt(attack, { base, open }), await confinementOf(launcher, base))).toEqual([]);
        },
      );
    });

    const alsoPlain = isRoot && existsSync("/usr/bin/setpriv");
    const why = alsoPlain ? "" : " (skipped: needs the superuser and setpriv)";
    test.skipIf(!alsoPlain)(`attacks by a plain user${why}`, { timeout: 300_000 }, async () => {
      const ids = [`--reuid=${String(nobody)}`, `--regid=${String(nobody)}`, "--clear-groups"];
      const script = join(import.meta.dirname, "attack-as-user.ts");
      const said = execFileSync("setpriv", [...ids, process.execPath, script, module, name, base], {
        encoding: "utf8",
        env: { PATH: process.env["PATH"] },
      });
      const attempts = said
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Attempt);
      expect(attempts.length).toBe(attacks.length);
      const confinement = await confinementOf(launcher, base);
      expect(attempts.flatMap((each) => broken(each, confinement))).toEqual([]);
    });

    benignTests(launcher, base);
  });
};

/** What came through against a promise. Where there is no promise, the sandbox says that something is not confined. */
const broken = ({ attack, promised, damage }: Attempt, unconfined: readonly string[]): readonly string[] => {
  if (promised) return damage.map((each) => `${attack.name}: ${each}`);
  return unconfined.length > 0 ? [] : [`not held, and not said: ${attack.name}`];
};

const confinementOf = async (launcher: OpenLauncher, base: string): Promise<readonly string[]> => {
  const opened = await launcher({ roots: [realpathSync(base)], writes: "workspace-write", env: process.env });
  await opened.close();
  return opened.confinement.unconfined;
};
