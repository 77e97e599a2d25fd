/** `kelson policy`: the rules that calls are judged by, and why a call would run, be asked about, or not. */
import { aboutSetting } from "../../../contract/options.ts";
import { cleanLine } from "../../terminal/clean.ts";
import { painter, type Style } from "../../terminal/paint.ts";
import type { Define } from "../define.ts";
import type { Surroundings } from "../surroundings.ts";
import { tableText, tableWidth } from "../table-text.ts";

export const define: Define = (command, surroundings, end) => {
  command
    .command("list")
    .description("the rules of the configuration, and what was answered for always in this directory")
    .action(() => listRules(surroundings));
  command
    .command("explain")
    .description("how a call would be judged: explain 'bash git push', explain 'write_file .env'")
    .argument("<call...>", "a tool and its arguments: JSON, or the value of its first argument")
    .option("--permission-mode <mode>", aboutSetting("permissionMode"))
    .option("--skill <name>", "while this skill is in force")
    .option("--json", "as one JSON object")
    .action(async (words: string[], flags: ExplainFlags) => end(await explain(surroundings, words.join(" "), flags)));
  command
    .command("forget")
    .description("take back a rule that was answered for always in this directory")
    .argument("<rule>", "as `kelson policy list` shows it")
    .action(async (rule: string) => end(await forget(surroundings, rule)));
};

interface ExplainFlags {
  readonly json?: boolean;
  readonly skill?: string;
  readonly permissionMode?: string;
}

const listRules = async ({ stdout, configure }: Surroundings): Promise<void> => {
  const { rules = [] } = await configure({});
  if (rules.length === 0) {
    stdout.write("There are no rules: what a call does decides. Set allow, ask and deny in the configuration.\n");
    return;
  }
  const rows = rules.map(({ decision, rule, source }) => [decision, rule, source]);
  stdout.write(tableText([["DECISION", "RULE", "FROM"], ...rows], tableWidth(stdout)));
};

const colours = { allow: "green", ask: "yellow", deny: "red" } as const satisfies Record<string, Style>;

/** Gives back the exit code: 0 however it is decided, as the question was answered. */
const explain = async (
  { stdout, env, cwd, warn, configure, assemble }: Surroundings,
  call: string,
  { json, skill, ...flags }: ExplainFlags,
): Promise<number> => {
  const configuration = await configure(flags);
  const told = await (await assemble()).explain({ configuration, cwd, env, warn }, call, skill);
  if (json) {
    stdout.write(`${JSON.stringify(told)}\n`);
    return 0;
  }
  const paint = painter(stdout.terminal, env);
  const { decision, rule, reason, aspects, grant, mode, sandbox } = told;
  stdout.write(`${paint(colours[decision], decision)}: ${cleanLine(rule)}\n`);
  if (reason !== undefined) stdout.write(`  ${cleanLine(reason)}\n`);
  for (const aspect of aspects) {
    stdout.write(
      `  ${paint(colours[aspect.decision], aspect.decision.padEnd(5))} ${cleanLine(aspect.about)}  (${cleanLine(aspect.rule)})\n`,
    );
  }
  stdout.write(`  mode ${mode}, sandbox ${sandbox}\n`);
  if (grant !== undefined) stdout.write(`  a yes for longer would add: ${cleanLine(grant)}\n`);
  return 0;
};

const forget = async ({ stdout, stderr, configuration }: Surroundings, rule: string): Promise<number> => {
  if (await (await configuration()).forgetRule(rule)) {
    stdout.write(`${cleanLine(rule)} is forgotten.\n`);
    return 0;
  }
  stderr.write(`${cleanLine(rule)} is no rule that was answered for always here; see: kelson policy list\n`);
  return 2;
};
