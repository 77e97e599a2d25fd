/** The sandbox of namespaces: bubblewrap builds it, a filter of system calls and limits come to it, and it dies with the command. */
import { rmSync } from "node:fs";
import { ahead, type Plan } from "./bubblewrap/ahead.ts";
import { bubblewrapConfinement } from "./bubblewrap/confinement.ts";
import { commandWords, firstProcess } from "./bubblewrap/first-process.ts";
import { type Ground, ground, groundLikeness } from "./bubblewrap/ground.ts";
import { isVisible, mountWords } from "./bubblewrap/mounts.ts";
import { notes } from "./bubblewrap/notes.ts";
import { type Place, place as ownPlace } from "./bubblewrap/place.ts";
import { programPlaces } from "./bubblewrap/program-places.ts";
import { prelude } from "./bubblewrap/prelude.ts";
import { egress } from "./egress/egress.ts";
import { findProgram } from "./find-program.ts";
import { takeAway } from "./guarded-places.ts";
import type { Launch, Launched, OpenLauncher } from "./launcher.ts";
import { isInside } from "./paths.ts";
import type { Ending } from "./process.ts";
import { marker } from "./process-tree.ts";

/**
 * Rejects where bubblewrap or Perl is missing, and on other machines than Linux on x64 and arm64. Neither is taken from the
 * workspace, nor does the command's environment reach them: with it a command could take part in building its own sandbox.
 */
export const bubblewrap: OpenLauncher = async (options) => {
  const { roots, writes, env, spawn } = options;
  if (process.platform !== "linux") throw new Error("bubblewrap works on Linux only");
  const path = trustedPath(roots, env["PATH"]);
  const [sh, bwrap, perl] = ["sh", "bwrap", "perl"].map((name) => findProgram(name, "/", path));
  const first = firstProcess(perl as string);
  const proxy = egress();
  const waiting = spawn && ahead(spawn);
  let made: { readonly place: Place; readonly outcome: ReturnType<typeof notes> } | undefined;
  const ready = (): NonNullable<typeof made> => {
    if (made === undefined) {
      const place = ownPlace();
      made = { place, outcome: notes(place.news) };
    }
    return made;
  };
  const look = ground(options, programPlaces(roots, env["PATH"]));
  const sandbox = (met: Ground, { mark, wayOut }: Way): Launched["argv"] => {
    const { place } = ready();
    const before = ["-c", prelude, "kelson-sandbox", place.notes, mark, place.file, met.sockets.join("\n")];
    const mounts = mountWords({ ...met, place, wayOut });
    const inside = ["--args", "7", "--chdir", met.cwd, "--", ...first(mark)];
    return [sh as string, ...before, bwrap as string, ...namespaces, ...mounts, ...inside];
  };
  const plan = (program: Launch, stderr: Plan["stderr"]): Plan => {
    const met = look(program);
    return {
      likeness: groundLikeness(met, ready().place),
      cwd: program.cwd,
      stderr,
      words: (mark) => sandbox(met, { mark }),
    };
  };
  return {
    confinement: bubblewrapConfinement(writes),
    launch: async (program): Promise<Launched> => {
      const { place, outcome } = ready();
      requirePlace(roots, program);
      findProgram(program.argv[0], program.cwd, program.env["PATH"]);
      const met = look(program);
      const ended = (mark: string): void => {
        if (met.sockets.length > 0) rmSync(`${place.notes}.${mark}`, { force: true });
        if (met.writes === "workspace-write") takeAway(met.guarded.absent);
        if (isUsual(program)) waiting?.build(() => plan(program, program.stderr));
      };
      if (isUsual(program)) {
        const taken = await waiting?.take(
          { likeness: groundLikeness(met, place), stderr: program.stderr },
          commandWords(program),
        );
        if (taken !== undefined) {
          const { process, mark } = taken;
          const over = { outcome: (ending: Ending) => outcome(mark, ending), ended: () => ended(mark) };
          return { ...program, process, ...over };
        }
      }
      const mark = program.env[marker] ?? "";
      const { hosts = [], denied, connected } = program;
      const way = hosts.length > 0 ? await proxy.admit({ hosts, denied, connected }) : undefined;
      const command = commandWords({ ...program, env: { ...program.env, ...way?.env } }, way?.port);
      const [sh, ...words] = sandbox(met, { mark, wayOut: way?.socket });
      return {
        argv: [sh, ...words, ...command],
        cwd: program.cwd,
        env: { [marker]: mark },
        outcome: (ending) => outcome(mark, ending),
        ended: () => {
          way?.end();
          ended(mark);
        },
      };
    },
    close: async () => {
      await waiting?.close();
      await proxy.close();
      await made?.place.remove();
    },
  };
};

/** How a command comes in and gets out. */
interface Way {
  readonly mark: string;
  readonly wayOut?: string | undefined;
}

/** Whether the next command will likely be held to the same. */
const isUsual = (program: Launch): program is Launch & Pick<Plan, "stderr"> =>
  program.stderr !== undefined && (program.hosts ?? []).length === 0 && (program.reads ?? []).length === 0;

/** Its own namespaces of everything but users, which a plain user gets in addition; no capabilities, no terminal. */
const namespaces = [
  "--unshare-pid",
  "--unshare-net",
  "--unshare-ipc",
  "--unshare-uts",
  "--unshare-cgroup-try",
  "--cap-drop",
  "ALL",
  "--new-session",
  "--die-with-parent",
  "--as-pid-1",
];

/** Only directories that a command could not have written to. */
const trustedPath = (roots: readonly [string, ...string[]], path = ""): string =>
  ["/usr/bin", "/bin", "/usr/local/bin", "/run/current-system/sw/bin", ...path.split(":")]
    .filter((directory) => directory.startsWith("/") && !isInside(roots, directory))
    .join(":");

const requirePlace = (roots: readonly [string, ...string[]], { argv, cwd }: Launch): void => {
  if (isVisible(roots, cwd)) return;
  throw new Error(`cannot start ${argv[0]} in ${cwd}: the sandbox has a directory of its own in its place`);
};
