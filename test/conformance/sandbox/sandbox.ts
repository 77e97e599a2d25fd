/** What every sandbox must do: hold what it says it holds, and let go on what is allowed. */
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { attacks } from "../../../src/worlds/attacks/attacks.ts";
import type { Attempt } from "../../../src/worlds/attacks/attempt.ts";
import { attempt } from "../../../src/worlds/attacks/attempt.ts";
import { knownLimits } from "../../../src/worlds/attacks/known-limits.ts";
import type { OpenLauncher } from "../../../src/worlds/launcher.ts";
import { local } from "../../../src/worlds/local.ts";
import { benignTests } from "./benign.ts";

/**
 * `module` is the file whose export `name` opens the sandbox, so that a process of another user can open it, too. What it is
 * known not to hold stands in `knownLimits`; `breaks` names the work that does not go on in it, with the beginning of the
 * sentence by which it says so. Both are tested to be true: a limit that is gone must be taken out.
 */
export interface SandboxUnderTest {
  readonly name: string;
  readonly module: string;
  readonly breaks?: Readonly<Record<string, string>>;
}

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

/** Runs on the real machine. `missing` says why it cannot, and is named in the skipped tests. */
export const sandboxConformance = async (
  { name, module, breaks = {} }: SandboxUnderTest,
  missing?: string,
): Promise<void> => {
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

    const limits = knownLimits[name] ?? {};
    test("what it is known not to hold, and what does not go on in it, it says itself", async () => {
      const unconfined = await confinementOf(launcher, base);
      const said = (sentence: string): boolean => unconfined.some((each) => each.startsWith(sentence));
      expect([...Object.values(limits), ...Object.values(breaks)].filter((sentence) => !said(sentence))).toEqual([]);
      const names = new Set(attacks.map((attack) => attack.name));
      expect(Object.keys(limits).filter((attack) => !names.has(attack))).toEqual([]);
    });

    benignTests(launcher, base, breaks);
  });

  /** What came through against a promise. What is known to come through does; else the sandbox says that something may. */
  const broken = ({ attack, promised, damage }: Attempt, unconfined: readonly string[]): readonly string[] => {
    if (promised) return damage.map((each) => `${attack.name}: ${each}`);
    if (knownLimits[name]?.[attack.name] !== undefined)
      return damage.length > 0 ? [] : [`a known limit, and yet held: ${attack.name}`];
    return unconfined.length > 0 ? [] : [`not held, and not said: ${attack.name}`];
  };
};

const confinementOf = async (launcher: OpenLauncher, base: string): Promise<readonly string[]> => {
  const opened = await launcher({ roots: [realpathSync(base)], writes: "workspace-write", env: process.env });
  await opened.close();
  return opened.confinement.unconfined;
};
