/** From a command to the words that start it in its sandbox. */
import type { Launch, Launched } from "../launcher.ts";
import { launcherScript } from "./launcher-script.ts";
import { type Places, rulesFor } from "./places.ts";
import { planWords } from "./plan.ts";
import type { Rights } from "./rights.ts";

/** The sandbox of one command. `file` is its program, `port` the only one that it may connect to, `temporary` becomes TMPDIR. */
export interface Sandbox {
  readonly perl: string;
  readonly rights: Rights;
  readonly places: Places;
  readonly temporary: string;
  readonly file: string;
  readonly port?: number | undefined;
}

/** A command's variables mean nothing to the launcher: with them it could take part in building its own sandbox. */
export const confined = (
  { argv, cwd, env, limits }: Launch,
  { perl, rights, places, temporary, file, port }: Sandbox,
): Launched => ({
  argv: [
    ...launcherWords(perl),
    ...planWords({ rights, grants: rulesFor(places, rights), port, limits }),
    file,
    ...argv,
  ],
  cwd,
  env: Object.fromEntries(
    Object.entries({ ...env, TMPDIR: temporary, TMP: temporary, TEMP: temporary }).map(([name, value]) => [
      `+${name}`,
      value,
    ]),
  ),
});

/** `-f`: what the machine's owner adds to every Perl program is not part of this one. */
export const launcherWords = (perl: string): [string, ...string[]] => [perl, "-f", "-e", launcherScript];
