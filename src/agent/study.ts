/** Studies a call before it is judged or run: where its paths lead, what its commands would do, whom they reach. */
import type { ParseShell } from "../contract/shell.ts";
import type { Mode, RuleEntry, Target } from "../contract/terms.ts";
import type { Tool } from "../contract/tool.ts";
import type { ResolvedTarget, World } from "../contract/world.ts";
import type { Policy } from "../folds/policy.ts";
import type { SkillLimit } from "../folds/skills.ts";
import type { Aspect, Case } from "../policy/aspect.ts";
import { aspectsOf, type StudiedCommand } from "../policy/aspects-of.ts";
import type { ProtectedPaths } from "../policy/protected-paths.ts";
import { splitRules } from "../policy/rule.ts";
import { expandPattern, isPattern } from "./expand-pattern.ts";
import { needsParser, readCommand } from "../policy/shell/read-command.ts";

/** What this machine has that calls are judged by. */
export interface Grounds {
  readonly home: string;
  readonly mountPoints: readonly string[];
  /** Where the program keeps its sessions and keys, if it does. */
  readonly stateDirectory?: string | undefined;
  readonly guard: ProtectedPaths;
  /** Loads what reads command lines that are more than plain words. */
  readonly shell: () => Promise<ParseShell>;
  /** The rules of the configuration, in the order of their sources. */
  readonly rules: readonly RuleEntry[];
  /** Keeps rules that a person wants for always. */
  readonly keep: (decision: "allow" | "deny", rules: readonly string[]) => Promise<void>;
}

export interface Study {
  readonly targets: readonly Target[];
  readonly aspects: readonly Aspect[];
  /** What nobody may do, in one sentence, if the call would. */
  readonly destroys: string | undefined;
}

export const study = async (
  { world, grounds }: { readonly world: World; readonly grounds: Grounds },
  tool: Tool,
  input: unknown,
): Promise<Study> => {
  const targets = tool.targets(input);
  const resolved = await world.resolve(targets);
  const commands: StudiedCommand[] = [];
  for (const target of targets)
    if (target.kind === "command") commands.push(await studyCommand(world, grounds, target));
  const destroys = commands.find(({ reading }) => reading.destroys !== undefined)?.reading.destroys;
  return { targets, aspects: aspectsOf(tool.effects, resolved, commands, grounds.guard), destroys };
};

/** What the log says that a call is judged by. */
export interface Standing {
  readonly mode: Mode;
  readonly policy: Policy;
  readonly tainted: readonly string[];
  readonly skills: readonly SkillLimit[];
}

/** All rules that hold now, with those of a person's answers. */
export const rulesIn = ({ rules, answers }: Policy): RuleEntry[] => [
  ...rules,
  ...answers.flatMap(({ decision, rules }) =>
    splitRules(rules).map((rule): RuleEntry => ({ source: "session", decision, rule })),
  ),
];

/** The case that a call makes. */
export const caseOf = (
  { world, grounds }: { readonly world: World; readonly grounds: Grounds },
  tool: Tool,
  { aspects, destroys }: Study,
  { mode, policy, tainted, skills }: Standing,
): Case => {
  const rules = rulesIn(policy);
  const { root } = world;
  const { name, modes } = tool;
  const { holds } = policy;
  return { tool: name, aspects, destroys, mode, modes, rules, holds, tainted, skills, root, home: grounds.home };
};

/** What a person answered for longer, as rules. */
export const answeredRules = ({ answers }: Policy): RuleEntry[] =>
  answers.flatMap(({ decision, rules }) =>
    splitRules(rules).map((rule): RuleEntry => ({ source: "session", decision, rule })),
  );

type CommandTarget = Extract<Target, { kind: "command" }>;
type PathTarget = Extract<ResolvedTarget, { kind: "path" }>;

const studyCommand = async (
  world: World,
  { home, mountPoints, stateDirectory, shell }: Grounds,
  { command: line, cwd = "." }: CommandTarget,
): Promise<StudiedCommand> => {
  const [start] = await resolvePaths(world, [cwd]);
  const place = { cwd: start?.real ?? world.root, home, roots: world.roots, stateDirectory, mountPoints };
  const reading = readCommand(line, place, needsParser(line) ? await shell() : undefined);
  const named = reading.parts.flatMap(({ reads, writes, deletes }) => [...reads, ...writes, ...deletes]);
  const paths = new Map<string, readonly PathTarget[]>();
  for (const path of new Set(named)) {
    const stands = isPattern(path) ? await expandPattern(world, path) : [];
    if (stands !== undefined) paths.set(path, await resolvePaths(world, [path, ...stands]));
  }
  return { line, reading, paths };
};

const resolvePaths = async (world: World, paths: readonly string[]): Promise<readonly PathTarget[]> =>
  (await world.resolve(paths.map((path) => ({ kind: "path", path, access: "read" })))) as PathTarget[];
