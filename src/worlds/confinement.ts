/** Says what the local world confines and what it does not, for the person who decides what may run in it. */
import type { Confinement } from "../contract/world.ts";

/** A world's: its file tools, and its commands as their sandbox says. `directories` says how file tools use them. */
export const confinementOf = (directories: "held" | "looked at", commands: Confinement): Confinement => ({
  ...commands,
  confined: [directories === "held" ? heldOpen : checked, ...commands.confined],
  unconfined: [
    ...commands.unconfined,
    ...(directories === "held" ? [] : [lookedAt]),
    "A search walks by name: another process that puts a link in the place of a directory while it runs can lead it elsewhere.",
    "A file inside the workspace that is a hard link to one outside of it is read as a file of the workspace.",
  ],
});

/** Commands without a kernel sandbox. */
export const bareCommands: Confinement = {
  sandbox: "none",
  holds: [],
  confined: [
    "Commands get a small, fresh environment without the keys of this process, no terminal and an empty standard input.",
    "A command's processes are ended with it, at its time limit and at a cancel, also those that left its process group.",
  ],
  unconfined: [
    "Commands can read, change and delete whatever this user can, inside and outside of the workspace.",
    "Commands can use the network.",
    "Commands have no limit of their own of memory, processor time, processes or disk.",
    "A process that left its group, cleared its environment and lost its parent may live on while other commands run; where programs cannot be started through the helper process, it may live on after them.",
    "A process that became another user's by sudo may not be ended.",
  ],
};

const heldOpen =
  "File tools stay inside the workspace: each path is followed to its real place and checked, and then opened directory by directory without following a link.";
const checked =
  "File tools stay inside the workspace: each path is followed to its real place and checked before it is used, and looked at again after it was opened.";
const lookedAt =
  "Between the check of a path and its use another process could put a link in its place; on this system that is only looked for afterwards.";
