/** Says what the sandbox of bubblewrap confines and what it does not. */
import type { Confinement } from "../../contract/world.ts";
import type { Writes } from "../launcher.ts";

export const bubblewrapConfinement = (writes: Writes): Confinement => ({
  sandbox: "bubblewrap",
  holds: ["writes", "secrets", "workspace-secrets", "network", "processes", "limits"],
  confined: [
    writes === "workspace-write"
      ? "Commands write to the workspace, to its git directory and to a /tmp of their own, which is deleted with the session; everything else is read-only."
      : "Commands write to a /tmp of their own, which is deleted with the session; everything else is read-only.",
    ...(writes === "workspace-write"
      ? [
          "A repository's hooks and configuration, .kelson and what runs by itself at the top of the workspace (.envrc, .vscode/tasks.json, .husky and the like) stay as they are; what a command makes in their place gets another name when it has ended.",
        ]
      : []),
    "Commands do not see keys, tokens, histories and browser profiles in home directories, .env files and their like in the workspace, nor what Kelson keeps itself.",
    "Commands have no network but a loopback of their own, and reach no socket on which programs of this machine listen.",
    "Commands see no processes but their own, have no capabilities, and make only ordinary system calls: no ptrace, no mounts, no namespaces, no keyring, no io_uring.",
    "A command's processes all end with it.",
    "A command that takes too much memory or starts too many processes is ended, and a file can grow only so large.",
    "Commands get a small, fresh environment without the keys of this process.",
  ],
  unconfined: [
    "Commands can read every other file that this user can.",
    "Commands can fill the disk, one large file after the other.",
    "A key or a token that lies elsewhere than where they usually lie can be read, also one deep in the workspace, in a .pem or .key file or in the repository's history.",
    "A repository that a command makes itself, or one below the top of the workspace, is its own: its hooks and configuration are not held, nor is what runs by itself deeper in the workspace or is a link.",
    "A socket that a program of this machine opens while a command runs, or by a relative path, can be reached by that command where it sees the file.",
    "A named pipe outside of the workspace can be written to, where this user may write to it and somebody reads it.",
    "Memory and processes are looked at 20 times a second, so more can be taken for that long; memory that is not mapped is not counted.",
    "The kernel itself: a fault in it may let a command out.",
  ],
});
