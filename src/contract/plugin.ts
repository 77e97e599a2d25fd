/** Plug-in tools as people keep them: where they stand, what they may do, and how they are added, checked and removed. */

/** A directory that holds plug-in tools, one each of its directories, and whose word it is. */
export interface PluginPlace {
  readonly directory: string;
  readonly source: "user" | "project";
}

/** A plug-in tool, as its manifest says. */
export interface Plugin {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly permissions: readonly string[];
  readonly hosts: readonly string[];
  /** Beside the workspace. */
  readonly paths: readonly string[];
  readonly command: readonly string[];
  readonly timeoutMs: number;
  readonly memoryBytes: number;
  readonly directory: string;
  /** Absent for one that is not installed. */
  readonly source?: PluginPlace["source"] | undefined;
}

/** What came of a check. `faults` are sentences about what keeps it from running here. */
export interface CheckedPlugin {
  readonly plugin: Plugin;
  readonly faults: readonly string[];
  /** How a real run ended, if one was asked for, and the sandbox that held it, `none` where there is none. */
  readonly run?: { readonly ok: boolean; readonly text: string; readonly sandbox: string } | undefined;
}

/** Changes only the user's own. Rejects with `not_found` and `bad_input`. */
export interface PluginKeeper {
  /** Those that are offered, and where they stand. */
  readonly list: () => Promise<readonly Plugin[]>;
  /** Copies a plug-in from a directory; `replaced` is the version of the one that it replaces. */
  readonly add: (directory: string) => Promise<{ readonly plugin: Plugin; readonly replaced?: string | undefined }>;
  /** Gives back the directory that was removed. */
  readonly remove: (name: string) => Promise<string>;
  /** By name or directory. With an input it is really run, in this directory, as a model would run it. */
  readonly check: (nameOrDirectory: string, input?: unknown) => Promise<CheckedPlugin>;
}
