/** What a call is about, taken apart into what is judged one by one: paths, commands, hosts, and effects without a target. */
import type { Effect, Hold, Mode, RuleEntry } from "../contract/terms.ts";
import type { SkillLimit } from "../folds/skills.ts";
import type { Protected } from "./protected-paths.ts";

/** A simple command that would run, wrappers taken off. `line` is the whole line that it stands in. */
export interface Command {
  readonly line: string;
  readonly words: readonly string[];
  readonly effects: readonly Effect[];
  /** What could not be understood of it, in words. */
  readonly unclear?: string | undefined;
}

/** `by` is the command that would touch the path or host; absent, the tool itself does. */
export type Aspect =
  | {
      readonly kind: "path";
      readonly access: "read" | "write" | "delete";
      readonly path: string;
      /** Where it leads; absent when that cannot be told. */
      readonly real?: string | undefined;
      readonly inside: boolean;
      /** Why it is not like other paths. */
      readonly guarded?: Protected | undefined;
      readonly by?: Command | undefined;
    }
  | { readonly kind: "command"; readonly command: Command }
  | { readonly kind: "host"; readonly host: string; readonly by?: Command | undefined }
  | { readonly kind: "effect"; readonly effect: Effect };

/** A call as the judge sees it, with all that it may consider. Plain data. */
export interface Case {
  readonly tool: string;
  readonly aspects: readonly Aspect[];
  /** What no mode and no answer allows, in one sentence. */
  readonly destroys?: string | undefined;
  readonly mode: Mode;
  /** The modes in which the tool may be called; absent, all. */
  readonly modes?: readonly Mode[] | undefined;
  readonly rules: readonly RuleEntry[];
  /** What the sandbox holds commands to. */
  readonly holds: readonly Hold[];
  /** Where untrusted text that the model has read came from. */
  readonly tainted: readonly string[];
  /** Skills in force that say which calls they need. */
  readonly skills: readonly SkillLimit[];
  readonly root: string;
  readonly home: string;
}

/** An aspect in one short text, for people. */
export const aboutAspect = (aspect: Aspect): string => {
  switch (aspect.kind) {
    case "path":
      return `${aspect.access} ${aspect.path}${aspect.real === undefined || aspect.real.endsWith(aspect.path) ? "" : ` (${aspect.real})`}`;
    case "command":
      return `run ${aspect.command.words.join(" ") || aspect.command.line}`;
    case "host":
      return `connect to ${aspect.host}`;
    case "effect":
      return aspect.effect;
  }
};
