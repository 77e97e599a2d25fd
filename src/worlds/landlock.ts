/** The Landlock sandbox: commands confine themselves before they start, where namespaces are missing. It needs Linux 5.13 and Perl. */
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { egress } from "./egress/egress.ts";
import { findProgram } from "./find-program.ts";
import { landlockConfinement } from "./landlock/confinement.ts";
import { launcherScript } from "./landlock/launcher-script.ts";
import { type Places, rulesFor, writablePlaces } from "./landlock/places.ts";
import { planWords } from "./landlock/plan.ts";
import { rightsOf } from "./landlock/rights.ts";
import { landlockVersion, selfTest } from "./landlock/self-test.ts";
import type { Launch, Launched, OpenLauncher } from "./launcher.ts";
import { realPath } from "./paths.ts";
import { secretPlaces } from "./secret-places.ts";

/** Rejects with one sentence where there is no Landlock, no Perl, or where a test shows that something is not held. */
export const landlock: OpenLauncher = async ({ roots, writes, env }) => {
  const perl = findPerl(env["PATH"]);
  const abi = await landlockVersion([perl, ...perlWords]);
  const rights = rightsOf(abi);
  const temporary = await realpath(await mkdtemp(join(tmpdir(), "kelson-")));
  const hidden = await Promise.all(secretPlaces(env).map((path) => realPath(["/"], path).catch(() => path)));
  const places: Places = { writable: writablePlaces(writes, roots, temporary), hidden };
  const proxy = egress();

  const confined = (
    { argv, cwd, env: variables, limits }: Launch,
    file: string,
    here: Places,
    port?: number,
  ): Launched => ({
    argv: [perl, ...perlWords, ...planWords({ rights, grants: rulesFor(here, rights), port, limits }), file, ...argv],
    cwd,
    env: Object.fromEntries(
      Object.entries({ ...variables, ...temporaryNames(temporary) }).map(([name, value]) => [`+${name}`, value]),
    ),
  });

  const remove = (): Promise<void> => rm(temporary, { recursive: true, force: true });
  try {
    await selfTest({ abi, perl, temporary, places, launched: (program, here) => confined(program, perl, here) });
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    confinement: landlockConfinement(abi),
    launch: async (program) => {
      const file = findProgram(program.argv[0], program.cwd, program.env["PATH"]);
      if ((program.hosts ?? []).length === 0 || rights.handled.tcp === 0) return confined(program, file, places);
      const pass = await proxy.admit({ hosts: program.hosts ?? [], connected: program.connected });
      const started = { ...program, env: { ...program.env, ...pass.env } };
      return { ...confined(started, file, places, pass.port), ended: pass.end };
    },
    close: async () => {
      await proxy.close();
      await remove();
    },
  };
};

/** `-f`: what the machine's owner adds to every Perl program is not part of this one. */
const perlWords = ["-f", "-e", launcherScript] as const;

const findPerl = (path: string | undefined): string => {
  try {
    return findProgram("perl", "/", path);
  } catch (cause) {
    throw new Error("the landlock sandbox needs Perl, and no perl was found on the PATH", { cause });
  }
};

const temporaryNames = (directory: string): Record<string, string> => ({
  TMPDIR: directory,
  TMP: directory,
  TEMP: directory,
});
