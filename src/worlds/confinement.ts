/** Says what the local world confines and what it does not. */
import type { Confinement } from "../contract/world.ts";

/** The local world has no kernel sandbox; these sentences are for the person who decides what may run in it. */
export const localConfinement: Confinement = {
  sandbox: "none",
  holds: [],
  confined: [
    "File tools stay inside the workspace: each path is followed to its real place and checked before it is used.",
    "Commands get a small, fresh environment without the keys of this process, no terminal and an empty standard input.",
    "A command's processes are ended with it, at its time limit and at a cancel, also those that left its process group.",
  ],
  unconfined: [
    "Commands can read, change and delete whatever this user can, inside and outside of the workspace.",
    "Commands can use the network.",
    "Commands have no limit of their own of memory, processor time, processes or disk.",
    "Between the check of a path and its use another process could put a link in its place.",
    "A process that left its group, cleared its environment and lost its parent may live on while other commands run; where programs cannot be started through the helper process, it may live on after them.",
    "A process that became another user's by sudo may not be ended.",
  ],
};
