/** The Landlock sandbox: commands confine themselves before they start, where namespaces are missing. It needs Linux 5.13 and Perl. */
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { egress } from "./egress/egress.ts";
import { findProgram } from "./find-program.ts";
import { guardedPlaces } from "./guarded-places.ts";
import { hiddenPlaces } from "./hidden-places.ts";
import { landlockConfinement } from "./landlock/confinement.ts";
import { keeper } from "./landlock/keeper.ts";
import { launcherScript } from "./landlock/launcher-script.ts";
import { type Places, rulesFor } from "./landlock/places.ts";
import { planWords } from "./landlock/plan.ts";
import { rightsOf } from "./landlock/rights.ts";
import { landlockVersion, selfTest } from "./landlock/self-test.ts";
import type { Launch, Launched, OpenLauncher } from "./launcher.ts";
import { isInside, type Roots } from "./paths.ts";

/**
 * Rejects with one sentence where there is no Landlock, no Perl, or where a test shows that something is not held. A
 * command's variables mean nothing to the launcher: with them it could take part in building its own sandbox.
 */
export const landlock: OpenLauncher = async ({ roots, writes, env, hidden = [] }) => {
  const perl = findPerl(roots, env["PATH"]);
  const abi = await landlockVersion([perl, ...perlWords]);
  const rights = rightsOf(abi);
  const temporary = await realpath(await mkdtemp(join(tmpdir(), "kelson-")));
  const proxy = egress();
  const kept = keeper();

  const placesNow = (): Places => {
    const workspace = writes === "read-only" ? [] : [...roots, ...guardedPlaces(roots).writable];
    return { writable: [...workspace, temporary], hidden: hiddenPlaces({ roots: [], env, more: hidden }) };
  };
  const confined = (
    program: Launch,
    { file = program.argv[0], places = placesNow(), port }: Inside = {},
  ): Launched => ({
    argv: [
      perl,
      ...perlWords,
      ...planWords({ rights, grants: rulesFor(places, rights), port, limits: program.limits }),
      file,
      ...program.argv,
    ],
    cwd: program.cwd,
    env: Object.fromEntries(
      Object.entries({ ...program.env, ...temporaryNames(temporary) }).map(([name, value]) => [`+${name}`, value]),
    ),
  });
  const perlProgram = (words: readonly string[]): Launched => confined({ argv: [perl, ...words], cwd: "/", env: {} });

  const remove = (): Promise<void> => rm(temporary, { recursive: true, force: true });
  try {
    await selfTest({ abi, perl, temporary, hidden, launched: (program, places) => confined(program, { places }) });
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    confinement: landlockConfinement(abi, writes),
    launch: async (program) => {
      const file = findProgram(program.argv[0], program.cwd, program.env["PATH"]);
      const { hosts = [], connected } = program;
      const way = hosts.length > 0 && rights.handled.tcp > 0 ? await proxy.admit({ hosts, connected }) : undefined;
      const started = { ...program, env: { ...program.env, ...way?.env } };
      const release = writes === "read-only" ? undefined : kept.hold(guardedPlaces(roots), perlProgram);
      return {
        ...confined(started, { file, port: way?.port }),
        ended: () => {
          way?.end();
          release?.();
        },
      };
    },
    close: async () => {
      await proxy.close();
      await remove();
    },
  };
};

/** The sandbox of one command: the program's file, what it may touch, and the port it may connect to. */
interface Inside {
  readonly file?: string;
  readonly places?: Places;
  readonly port?: number | undefined;
}

/** `-f`: what the machine's owner adds to every Perl program is not part of this one. */
const perlWords = ["-f", "-e", launcherScript] as const;

/** Only where a command could not have written to. */
const findPerl = (roots: Roots, path = ""): string => {
  const trusted = path.split(":").filter((directory) => directory.startsWith("/") && !isInside(roots, directory));
  try {
    return findProgram("perl", "/", ["/usr/bin", "/bin", "/usr/local/bin", ...trusted].join(":"));
  } catch (cause) {
    throw new Error("the landlock sandbox needs Perl, and no perl was found on the PATH", { cause });
  }
};

const temporaryNames = (directory: string): Record<string, string> => ({
  TMPDIR: directory,
  TMP: directory,
  TEMP: directory,
});
