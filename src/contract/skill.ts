/** Skills: written-down ways to do particular work. A prompt names them; what one says is read when it is used. */
import { z } from "zod";

/** What the log keeps of a skill that is used. */
export const skillUse = z.object({
  name: z.string(),
  source: z.enum(["project", "user", "built-in"]).describe("whose word it is"),
  file: z.string().optional().describe("absent for one that is built in"),
  digest: z.string().describe("sha256 of what stands in its file"),
  allowedTools: z
    .array(z.string())
    .optional()
    .describe("rules of the only calls that may run while it is in force; absent, it limits nothing"),
});

export type SkillUse = z.infer<typeof skillUse>;

/** With a session, it is in force in that of a sub-agent alone. */
export type UsedSkill = SkillUse & { readonly session?: string };

/** A skill as it was loaded; the file may have changed since. */
export interface Skill extends SkillUse {
  readonly description: string;
  /** What it says, with `$ARGUMENTS` and `$1` still in it. */
  readonly text: string;
  /** Where the files stand that belong to it; absent for one that is a single file, or built in. */
  readonly directory?: string | undefined;
  readonly argumentHint?: string | undefined;
  readonly compatibility?: string | undefined;
  /** `provider/model` of the sub-agent that it runs in. */
  readonly model?: string | undefined;
  /** It runs in a sub-agent of its own, where there are any. */
  readonly forks: boolean;
  /** Whether a model may use it on its own. */
  readonly forModel: boolean;
  /** Whether a person may call it. */
  readonly forUser: boolean;
}

/** What is wrong with a file, in one sentence that begins with its path. `counts` when it is used all the same. */
export interface SkillFault {
  readonly file: string;
  readonly sentence: string;
  readonly counts: boolean;
}

/** By name, each once; `shadowed` are those whose name one before them had. */
export interface Skills {
  readonly list: readonly Skill[];
  readonly shadowed: readonly { readonly skill: Skill; readonly by: Skill }[];
  readonly faults: readonly SkillFault[];
}

/** What becomes of a message that calls a skill: what the model reads beside it and what is then in force, or why it cannot be. */
export type Invocation =
  | { readonly ok: true; readonly text: string; readonly use?: SkillUse | undefined }
  | { readonly ok: false; readonly message: string };

/** Reads what a person says; undefined when it calls no skill. Never waits, so that no message overtakes another. */
export type ReadInvocation = (message: string) => Invocation | undefined;

/** Skills as people keep them. Rejects with `bad_input` and `not_found`. */
export interface SkillKeeper {
  /** Those that count here. */
  readonly list: () => Promise<Skills>;
  /** Looks at all that stand here, trusted or not, or at one, by its name, its file or its directory. */
  readonly check: (one?: string) => Promise<{ readonly files: number; readonly faults: readonly SkillFault[] }>;
  /** Writes a new one, to be filled in; gives back its file. */
  readonly create: (
    name: string,
    options: { readonly description?: string; readonly user?: boolean },
  ) => Promise<string>;
}
