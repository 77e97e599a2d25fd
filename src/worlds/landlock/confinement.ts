/** Says what the Landlock sandbox confines on this machine and what it does not. */
import type { Confinement } from "../../contract/world.ts";
import type { Writes } from "../launcher.ts";
import { maxGrants } from "./grants.ts";

/**
 * By the version of Landlock's interface, for each brought something that holds; by what commands may write; and by the
 * secrets in the workspace that they see.
 */
export const landlockConfinement = (
  abi: number,
  { writes, seen }: { readonly writes: Writes; readonly seen: readonly string[] },
): Confinement => ({
  sandbox: "landlock",
  holds: [
    ...(abi >= 3 ? (["writes"] as const) : []),
    "secrets",
    ...(seen.length === 0 ? (["workspace-secrets"] as const) : []),
    "network",
    ...(abi >= 6 ? (["processes"] as const) : []),
  ],
  confined: [
    writes === "workspace-write"
      ? "Commands can make, change and delete files only in the workspace, in its git directory and in a temporary directory of their own, which TMPDIR names."
      : "Commands can make, change and delete files only in a temporary directory of their own, which TMPDIR names.",
    ...(writes === "workspace-write"
      ? [
          "A repository's hooks and configuration, .kelson and what runs by itself at the top of the workspace (.envrc, .vscode/tasks.json, .husky and the like) are put back when a command has ended; what it made of them gets another name.",
        ]
      : []),
    "Commands cannot read keys, credentials, shell histories and Kelson's own state and settings in the home directory.",
    ...(seen.length === 0
      ? [
          "Commands cannot read .env files and their like in the workspace: there were none, and where one appears they can make nothing new beside it.",
        ]
      : []),
    "Commands have no network: they can open neither TCP nor UDP nor raw nor Unix sockets, only connected pairs.",
    "Commands cannot trace other processes, read their memory or environment, mount, make namespaces, use the keyring or shared memory of others, load kernel code or gain privileges, and have no capabilities even as root.",
    ...(abi >= 6 ? ["Commands can send signals only to processes of their own."] : []),
    "Commands get a small, fresh environment without the keys of this process, no terminal and an empty standard input.",
    "A command's processes are ended with it, at its time limit and at a cancel, also those that left its process group.",
  ],
  unconfined: [
    ...(abi < 3 ? ["Commands can empty files outside of the workspace that this user could write."] : []),
    "Commands can change the mode, times, attributes and owner of files outside of the workspace that belong to this user, as far as that needs no capability; they cannot make programs run as their owner.",
    ...(writes === "workspace-write"
      ? [
          "While a command runs it can change a repository's hooks and configuration, .kelson and what runs by itself, for Landlock cannot take back a part of what it gives; they stay so when Kelson itself is killed meanwhile, and what others changed in them at the same time is put aside, too. Files of more than 1 MB there are not put back.",
        ]
      : []),
    ...(seen.length > 0 ? [`Commands can read secrets in the workspace, and there are some: ${named(seen)}.`] : []),
    "A key or a token that lies elsewhere than where they usually lie can be read, also one deep in the workspace, in a .pem or .key file or in the repository's history.",
    "A repository that a command makes itself, or one below the top of the workspace, is its own: its hooks and configuration are not held, nor is what runs by itself deeper in the workspace or is a link.",
    "Commands can see names, sizes and times of files everywhere, and which programs run; keys that are hidden under other names are read like any file.",
    `What is made during a command in a directory that holds a secret (as the home directory does) cannot be read by it, nor what comes after its first ${String(maxGrants)} entries; in a workspace that itself holds a secret, nothing new can be made beside it.`,
    ...(abi < 6 ? ["Commands can send signals to this user's other processes."] : []),
    ...(abi < 5 ? ["Commands can give commands to devices whose files this user may open."] : []),
    abi < 4
      ? "Hosts cannot be allowed for commands on this kernel; they stay without network."
      : "Where hosts are allowed, commands reach them through a proxy on one port of this machine, and the kernel holds them to that port but not to this machine: a server elsewhere that listens on the same port can be reached.",
    "Programs that need servers or Unix sockets of their own, System V or POSIX shared memory, /tmp or /dev/shm do not work.",
    "Limits of memory and processor time hold each process for itself; the limit of processes counts all of this user's and does not bind root; space on disk is not limited.",
    "Commands can change on which processors and by which scheduler this user's other processes run, and see which files they have open by number.",
    "A process that left its group, cleared its environment and lost its parent may live on while other commands run; where programs cannot be started through the helper process, it may live on after them.",
  ],
});

const named = (paths: readonly string[]): string =>
  paths.length <= namedPaths ? paths.join(", ") : `${paths.slice(0, namedPaths).join(", ")} and others`;
const namedPaths = 3;
