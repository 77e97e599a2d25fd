/** Attacks that a sandbox is known not to hold, though it holds the others of their kind. */

/**
 * By sandbox and attack: the sentence by which its confinement says so, from its beginning. Whoever takes a sentence away
 * because the sandbox holds it now finds the line here, for the suite of sandboxes asks that each is true.
 */
export const knownLimits: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bubblewrap: {
    // A read-only mount does not stop writing to a pipe, and nobody lists pipes as the kernel lists sockets.
    "a message through a pipe outside": "A named pipe outside of the workspace can be written to",
  },
  landlock: {
    // Landlock has no right for modes, owners and times.
    "chmod outside": "Commands can change the mode, times, attributes and owner of files",
    "open a hidden directory to others": "Commands can change the mode, times, attributes and owner of files",
    "set the time of a file outside": "Commands can change the mode, times, attributes and owner of files",
    // It keeps what the descriptors lead to, not the list of their numbers, as /proc can only be given whole.
    "read the open files of another process":
      "Commands can change on which processors and by which scheduler this user's other processes run, and see which files they have open by number",
  },
};
