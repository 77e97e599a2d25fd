/** The sandbox of namespaces: bubblewrap builds it, a filter of system calls and limits come to it, and it dies with the command. */
import { rmSync } from "node:fs";
import { bubblewrapConfinement } from "./bubblewrap/confinement.ts";
import { firstProcess } from "./bubblewrap/first-process.ts";
import { isVisible, mountWords } from "./bubblewrap/mounts.ts";
import { notes } from "./bubblewrap/notes.ts";
import { type Place, place as ownPlace } from "./bubblewrap/place.ts";
import { prelude } from "./bubblewrap/prelude.ts";
import { egress } from "./egress/egress.ts";
import { findProgram } from "./find-program.ts";
import { guardedPlaces, takeAway } from "./guarded-places.ts";
import { hiddenPlaces } from "./hidden-places.ts";
import { type Launch, type Launched, type OpenLauncher, strictest } from "./launcher.ts";
import { listeningSockets } from "./listening-sockets.ts";
import { isInside } from "./paths.ts";
import { marker } from "./process-tree.ts";

/**
 * Rejects where bubblewrap or Perl is missing, and on other machines than Linux on x64 and arm64. Neither is taken from the
 * workspace, nor does the command's environment reach them: with it a command could take part in building its own sandbox.
 */
export const bubblewrap: OpenLauncher = async ({ roots, writes, env, hidden: more }) => {
  if (process.platform !== "linux") throw new Error("bubblewrap works on Linux only");
  const path = trustedPath(roots, env["PATH"]);
  const [sh, bwrap, perl] = ["sh", "bwrap", "perl"].map((name) => findProgram(name, "/", path));
  const first = firstProcess(perl as string);
  const proxy = egress();
  let made: { readonly place: Place; readonly outcome: ReturnType<typeof notes> } | undefined;
  const ready = (): NonNullable<typeof made> => {
    if (made === undefined) {
      const place = ownPlace();
      made = { place, outcome: notes(place.news) };
    }
    return made;
  };
  return {
    confinement: bubblewrapConfinement(writes),
    launch: async (program): Promise<Launched> => {
      const may = strictest(writes, program.writes);
      const { reads = [] } = program;
      const { place, outcome } = ready();
      requirePlace(roots, program);
      findProgram(program.argv[0], program.cwd, program.env["PATH"]);
      const guarded = guardedPlaces(roots);
      const hidden = hiddenPlaces({ roots, env, more });
      const sockets = listeningSockets().filter((path) => isVisible([...roots, ...reads], path));
      const mark = program.env[marker] ?? "";
      const { hosts = [], connected } = program;
      const way = hosts.length > 0 ? await proxy.admit({ hosts, connected }) : undefined;
      const view = { roots, writes: may, reads, guarded, hidden, place, wayOut: way?.socket };
      const before = [sh as string, "-c", prelude, "kelson-sandbox", place.notes, mark, place.file, sockets.join("\n")];
      const sandbox = [
        bwrap as string,
        ...namespaces,
        ...mountWords(view),
        "--args",
        "7",
        "--chdir",
        program.cwd,
        "--",
      ];
      return {
        argv: [
          ...before,
          ...sandbox,
          ...first({ ...program, env: { ...program.env, ...way?.env } }, { mark, port: way?.port }),
        ] as unknown as Launched["argv"],
        cwd: program.cwd,
        env: { [marker]: mark },
        outcome: (ending) => outcome(mark, ending),
        ended: () => {
          way?.end();
          if (sockets.length > 0) rmSync(`${place.notes}.${mark}`, { force: true });
          if (may === "workspace-write") takeAway(guarded.absent);
        },
      };
    },
    close: async () => {
      await proxy.close();
      await made?.place.remove();
    },
  };
};

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
