/** What a command in bubblewrap meets: looked at before each launch, for files and sockets come and go. */
import { guardedPlaces } from "../guarded-places.ts";
import { hiddenPlaces } from "../hidden-places.ts";
import { type Launch, type OpenLauncher, strictest } from "../launcher.ts";
import { listeningSockets } from "../listening-sockets.ts";
import { likeness } from "./likeness.ts";
import { isVisible, mountWords, type View } from "./mounts.ts";
import type { Place } from "./place.ts";

/** Where it starts, what it sees and may write, and the sockets that it would reach. */
export interface Ground extends Omit<View, "place" | "wayOut"> {
  readonly cwd: string;
  readonly sockets: readonly string[];
}

type Options = Pick<Parameters<OpenLauncher>[0], "roots" | "writes" | "env" | "hidden">;

/** Looks around for the commands of one workspace; `programs` are directories that all of them see. */
export const ground =
  ({ roots, writes, env, hidden: more }: Options, programs: readonly string[]) =>
  (program: Pick<Launch, "cwd" | "reads" | "writes">): Ground => {
    const reads = [...programs, ...(program.reads ?? [])];
    return {
      cwd: program.cwd,
      roots,
      writes: strictest(writes, program.writes),
      reads,
      guarded: guardedPlaces(roots),
      hidden: hiddenPlaces({ roots, env, more }),
      sockets: listeningSockets().filter((path) => isVisible([...roots, ...reads], path)),
    };
  };

/** Equal where a sandbox on the one ground holds what one on the other would. */
export const groundLikeness = (ground: Ground, place: Place): string => {
  const { cwd, roots, guarded, hidden, sockets } = ground;
  const places = [...roots, ...guarded.writable, ...guarded.frozen, ...hidden, ...sockets];
  return likeness([cwd, ...sockets, ...mountWords({ ...ground, place })], places);
};
