/** `kelson doctor`: what may be wrong, and what to set. With a model it is asked a few small things. */
import type { Finding } from "../../../contract/options.ts";
import { cleanJson, cleanLine } from "../../terminal/clean.ts";
import { type Style, painter } from "../../terminal/paint.ts";
import type { Define } from "../define.ts";
import { addConfigurationFlags, configurationFlags } from "../flags.ts";
import { recentFailures } from "../recent-failures.ts";
import { withRuntime } from "../store-command.ts";
import type { Surroundings } from "../surroundings.ts";

export const define: Define = (command, surroundings, end) => {
  command.option("--json", "one JSON object a line");
  addConfigurationFlags(command);
  command.action(async (flags) => end(await doctor(surroundings, flags)));
};

/** Gives back the exit code: 1 when something does not work. */
const doctor = async (surroundings: Surroundings, flags: { readonly json?: boolean }): Promise<number> => {
  const given = configurationFlags({ ...flags });
  const configuration = await surroundings.configure(given);
  const { doctor: examine } = await surroundings.assemble();
  const { cwd, env } = surroundings;
  const show = shown(surroundings, flags.json ?? false);
  const names = new Set<string>();
  for await (const finding of examine(
    { configuration, cwd, env },
    given["model"] === undefined ? "machine" : "model",
  )) {
    show(finding);
    if (finding.state === "fail") names.add(finding.name);
  }
  // Without a place for sessions there is no log to look into.
  if (!names.has("sessions"))
    await withRuntime(surroundings, configuration, async (runtime) => {
      const failures = await recentFailures(runtime, surroundings.now());
      const none: Finding = { name: "breaker", state: "ok", text: "no model failed for good in the last minutes" };
      for (const finding of failures.length > 0 ? failures : [none]) show(finding);
    });
  return names.size === 0 ? 0 : 1;
};

const marks = {
  ok: ["green", "✓"],
  note: ["dim", "·"],
  warn: ["yellow", "!"],
  fail: ["red", "✗"],
} as const satisfies Record<Finding["state"], readonly [Style, string]>;

const nameWidth = 11;

const shown = ({ stdout, env }: Surroundings, json: boolean): ((finding: Finding) => void) => {
  const paint = painter(stdout.terminal, env);
  return (finding) => {
    const [style, mark] = marks[finding.state];
    const line = `${paint(style, mark)} ${paint("bold", finding.name.padEnd(nameWidth))} ${cleanLine(finding.text)}`;
    stdout.write(`${json ? cleanJson(JSON.stringify(finding)) : line}\n`);
  };
};
