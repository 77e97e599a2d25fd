/** The floor plan as data: which part of the house may import which, and what of the outside world. docs/architecture.md draws it. */

export interface Room {
  /** Files and folders of src; a file belongs to the room with the longest path. */
  readonly holds: readonly string[];
  /** Rooms below, by name. A room may always import itself. */
  readonly imports: readonly string[] | "all";
  /** Modules from outside: exact names, or `node:*` for all of Node. */
  readonly outside: readonly string[];
}

/** Rooms of plugs: they know the contract and themselves, never each other. */
const plug = (folder: string, outside: readonly string[] = []): Room => ({
  holds: [folder],
  imports: ["contract"],
  outside,
});

export const floorPlan: Readonly<Record<string, Room>> = {
  program: {
    holds: ["main.ts", "assembly", "configuration", "doctor", "index.ts", "ai-sdk.ts"],
    imports: "all",
    outside: ["node:*", "zod", "@vscode/ripgrep"],
  },
  library: { holds: ["library", "testing"], imports: "all", outside: ["node:*", "zod"] },
  // Vitest is whoever's runs a suite; nothing else of the house may know it.
  conformance: {
    holds: ["testing/conformance"],
    imports: ["contract", "library", "stores"],
    outside: ["node:*", "vitest"],
  },
  cli: {
    holds: ["transports/cli"],
    imports: ["contract", "folds", "terminal", "tui"],
    outside: ["node:*", "commander"],
  },
  tui: {
    holds: ["transports/tui"],
    imports: ["contract", "folds", "terminal"],
    outside: ["node:*", "@earendil-works/pi-tui", "diff", "ignore", "lowlight", "zod"],
  },
  terminal: { holds: ["transports/terminal"], imports: ["contract", "folds"], outside: ["node:util"] },
  agent: { holds: ["agent"], imports: ["contract", "log", "folds", "policy", "diffs"], outside: ["zod"] },
  policy: { holds: ["policy"], imports: ["contract", "folds"], outside: [] },
  log: { holds: ["log"], imports: ["contract"], outside: ["node:crypto"] },
  folds: { holds: ["folds"], imports: ["contract"], outside: [] },
  providers: plug("providers", [
    "node:http",
    "node:https",
    "node:zlib",
    "node:timers/promises",
    "eventsource-parser",
    "zod",
    // Types only: its models are handed in.
    "@ai-sdk/provider",
  ]),
  tools: {
    holds: ["tools"],
    imports: ["contract", "diffs"],
    outside: ["zod", "@mixmark-io/domino", "@mozilla/readability", "turndown"],
  },
  sources: { holds: ["sources"], imports: ["contract", "documents"], outside: ["zod", "node:path"] },
  skills: {
    holds: ["skills"],
    imports: ["contract", "documents"],
    outside: ["node:crypto", "node:fs", "node:fs/promises", "node:path", "zod"],
  },
  worlds: plug("worlds", ["node:*", "@vscode/ripgrep", "ignore", "picomatch"]),
  extensions: plug("extensions", ["node:fs/promises", "node:path", "zod"]),
  stores: plug("stores", ["node:*"]),
  memory: {
    holds: ["memory"],
    imports: ["contract", "documents"],
    outside: ["node:crypto", "node:fs", "node:fs/promises", "node:os", "node:path", "zod"],
  },
  checkpoints: plug("checkpoints", ["node:*", "ignore"]),
  signers: plug("signers", ["node:crypto", "node:fs", "node:fs/promises", "node:path"]),
  secrets: plug("secrets", ["node:crypto"]),
  catalogue: plug("catalogue", ["zod"]),
  shell: plug("shell"),
  documents: { holds: ["documents"], imports: ["contract"], outside: ["yaml"] },
  diffs: { holds: ["diffs"], imports: [], outside: ["diff"] },
  contract: { holds: ["contract"], imports: [], outside: ["zod"] },
};

export const maxLines = 300;

/** The package's faces: the only files that may consist of exports of others. */
export const barrels = ["index.ts", "ai-sdk.ts", "testing/index.ts", "testing/conformance/index.ts"];
