/** The port to the machine: the only way a tool touches files, processes and the network. */
import type { Effect, Hold, Target } from "./terms.ts";

/** What a file is; `modifiedMs` is milliseconds since 1970, `mode` the permission bits. Links are followed. */
export interface FileStat {
  readonly kind: "file" | "directory" | "other";
  readonly bytes: number;
  readonly modifiedMs: number;
  readonly mode: number;
}

/** One name in a directory. Links are not followed here. */
export interface DirectoryEntry {
  readonly name: string;
  readonly kind: "file" | "directory" | "link" | "other";
  readonly bytes: number;
}

/** What to search for in file contents: a Rust regular expression, or the literal text. */
export interface Search {
  readonly pattern: string;
  readonly literal?: boolean | undefined;
  readonly ignoreCase?: boolean | undefined;
  readonly path?: string | undefined;
  readonly glob?: string | undefined;
  /** Lines shown before and after each match. */
  readonly context?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A line that matched, or one beside it. Paths are relative to the root, line numbers start at 1. */
export interface SearchLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly match: boolean;
}

/**
 * Files below the world's roots. A path is relative to the first of them or absolute; symlinks are resolved before it is
 * judged, and none is followed afterwards.
 * Every method rejects with an error whose sentence names the path: missing, not allowed, not a file, no permission.
 */
export interface Files {
  /** Rejects when the file is longer than `maxBytes`. */
  readonly read: (path: string, options?: { readonly maxBytes?: number }) => Promise<Uint8Array>;
  /** Whole or not at all; makes parent directories and keeps the permission bits of a file that it replaces. */
  readonly write: (path: string, content: string | Uint8Array) => Promise<void>;
  readonly remove: (path: string) => Promise<void>;
  /** Sorted by name. */
  readonly list: (path: string) => Promise<readonly DirectoryEntry[]>;
  /** Undefined when nothing is there. */
  readonly stat: (path: string) => Promise<FileStat | undefined>;
  /**
   * Lines in order of path and line. Respects .gitignore; skips hidden and binary files, and what may hold a secret, unless
   * it is named. Streams, so a reader may stop early.
   */
  readonly search: (search: Search) => AsyncIterable<SearchLine>;
  /** Paths of files that match a glob (`*` stops at a slash, `**` does not), newest first. Skips what `search` skips, but for binary files. */
  readonly find: (
    glob: string,
    options?: { readonly path?: string; readonly signal?: AbortSignal },
  ) => Promise<readonly string[]>;
}

/** A command to run: words, never a line for a shell. The environment is small and fresh; `env` adds to it. */
export interface Exec {
  readonly argv: readonly [string, ...string[]];
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Text for standard input, which then ends; "open" for a process that is written to; else it is empty. */
  readonly stdin?: { readonly text: string } | "open" | undefined;
  /** Whether the two outputs come as one text in order of arrival (as `stdout`), or apart. */
  readonly stderr?: "merged" | "apart" | undefined;
  readonly timeoutMs?: number | undefined;
  /** How much of each output is kept: the head and the tail, with what was left out between them said. */
  readonly maxChars?: number | undefined;
  /** What it may use of the machine; a world says in `describe()` which of them it cannot hold it to. */
  readonly limits?: ExecLimits | undefined;
  /**
   * Held by the sandbox to less than what commands may do. Where a sandbox holds that (`holdsPrograms`), the effect
   * "execute" is not needed: "write" for `writes: "workspace"` and "network" for `network: "hosts"` are. Elsewhere it is, and
   * then nothing holds the program.
   */
  readonly confine?: Confine | undefined;
  /** Directories outside of the roots that it is started from, so a sandbox must not hide them. */
  readonly reads?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Hears the text as it comes. What is merged all comes from "stdout". */
  readonly output?: ((text: string, from: "stdout" | "stderr") => void) | undefined;
}

/** What a confined program may do beside reading: write nothing but a temporary directory of its own, reach no host. */
export interface Confine {
  readonly writes: "nothing" | "workspace";
  readonly network: "nothing" | "hosts";
}

/** Limits of a command's whole process tree; `fileBytes` is of each file that it writes. */
export interface ExecLimits {
  readonly memoryBytes?: number | undefined;
  readonly processes?: number | undefined;
  readonly fileBytes?: number | undefined;
  readonly cpuMs?: number | undefined;
}

/** How a command ended. `code` is null when a signal ended it. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | undefined;
  readonly ended: "by itself" | "timeout" | "aborted";
  readonly stdout: string;
  readonly stderr: string;
  /** Processes that were still running when the command itself had ended, and were ended with it. */
  readonly leftovers: number;
}

/** A running command. Its whole process tree ends with it, at its time limit, or when it is killed. */
export interface Running {
  readonly exit: Promise<Exit>;
  readonly write: (text: string) => void;
  readonly end: () => void;
  readonly kill: () => void;
}

/** A request to the network. `body` is sent as it is; redirects are followed up to `maxRedirects`, each host as allowed as the first. */
export interface WebRequest {
  readonly url: string;
  readonly method?: "GET" | "POST" | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  readonly maxBytes?: number | undefined;
  readonly maxRedirects?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What came back. `url` is where redirects led; `cut` says that the body was longer than `maxBytes`. */
export interface WebAnswer {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly cut: boolean;
}

/** A target as the world sees it: where a path really leads, and whether that is inside one of the roots. */
export type ResolvedTarget = Target & { readonly real?: string; readonly inside: boolean };

/** What a call may do. The narrowed world refuses the rest with `CallBlocked`. */
export interface Allowance {
  readonly effects: readonly Effect[];
  /** Paths outside the roots, too. */
  readonly anywhere: boolean;
  /** Directories outside of the roots that may be read, too; absent, none. Protected paths there stay protected. */
  readonly reads?: readonly string[] | undefined;
  /** Protected paths that it may use all the same, by where they lead; absent, none. */
  readonly guarded?: readonly string[] | undefined;
  /** Hosts that commands may reach through the egress proxy: exact, or `*.example.org`; absent, none but what the world allows itself. */
  readonly hosts?: readonly string[] | undefined;
  /** The rule that denies a host and port, whatever else allows them; asked before commands or `fetch` connect, and at each redirect. */
  readonly denied?: Denied | undefined;
  /** What the sandbox of commands was counted on to hold; where it does not any more, none is started. Absent, all it held at first. */
  readonly reliesOn?: readonly Hold[] | undefined;
  /** Hears of each connection. */
  readonly connected?: ((egress: Egress) => void) | undefined;
}

/** `host` is in lower case, without brackets and without a dot at its end. */
export type Denied = (host: string, port: number) => string | undefined;

/** What a world confines and what it does not, in plain sentences; `holds` is what the kernel itself enforces on commands. */
export interface Confinement {
  /** The sandbox, for people and for events: `none`, `bubblewrap`, `landlock`. */
  readonly sandbox: string;
  readonly holds: readonly Hold[];
  readonly confined: readonly string[];
  readonly unconfined: readonly string[];
}

/** Whether it holds a confined program to its `confine`, so that nobody need be asked whether it may run. */
export const holdsPrograms = ({ holds }: Pick<Confinement, "holds">): boolean =>
  (["writes", "secrets", "workspace-secrets", "network"] as const).every((hold) => holds.includes(hold));

/** A connection that a command or a tool asked for. */
export interface Egress {
  readonly host: string;
  readonly port: number;
  readonly allowed: boolean;
  /** What allowed or refused it. */
  readonly rule: string;
}

/** Thrown when a call does what it was not allowed to. */
export class CallBlocked extends Error {
  override readonly name = "CallBlocked";
}

/** A directory of a machine, for one session. `exec` rejects when the program cannot be started. */
export interface World {
  /** Absolute, with symlinks resolved. */
  readonly root: string;
  /** All directories that it is about, the root first. */
  readonly roots: readonly [string, ...string[]];
  readonly describe: () => Confinement;
  readonly files: Files;
  readonly exec: (command: Exec) => Promise<Running>;
  /** Needs the effect "network". Rejects with one sentence that names the host: unknown, refused, too slow, not allowed. */
  readonly fetch: (request: WebRequest) => Promise<WebAnswer>;
  readonly resolve: (targets: readonly Target[]) => Promise<readonly ResolvedTarget[]>;
  readonly narrow: (allowance: Allowance) => World;
  readonly close: () => Promise<void>;
}

/** Opens a world for a session's directory. Rejects when the directory does not exist. */
export type OpenWorld = (root: string) => Promise<World>;
