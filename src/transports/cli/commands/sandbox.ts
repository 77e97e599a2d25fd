/** `kelson sandbox`: what commands are held to here. `kelson sandbox test`: attacks on it, and what came of each. */
import type { AttackFinding } from "../../../contract/options.ts";
import { cleanJson, cleanLine } from "../../terminal/clean.ts";
import { painter } from "../../terminal/paint.ts";
import type { Define } from "../define.ts";
import { flagName, aboutSetting } from "../../../contract/options.ts";
import type { Surroundings } from "../surroundings.ts";

interface SandboxFlags {
  readonly sandbox?: string;
  readonly json?: boolean;
}

export const define: Define = (command, surroundings, end) => {
  const withFlags = (each: typeof command): typeof command =>
    each.option(`${flagName("sandbox")} <what>`, aboutSetting("sandbox")).option("--json", "one JSON object a line");
  withFlags(command).action(async (flags: SandboxFlags) => show(surroundings, flags));
  withFlags(
    command.command("test").description("attack the sandbox with harmless programs; exit code 1 when one gets through"),
  )
    .helpCommand(false)
    .action(async (_: SandboxFlags, test: typeof command) => end(await attack(surroundings, test.optsWithGlobals())));
};

const show = async (surroundings: Surroundings, { json, ...flags }: SandboxFlags): Promise<void> => {
  const { cwd, env, stdout } = surroundings;
  const configuration = await surroundings.configure({ ...flags });
  const found = await (await surroundings.assemble()).confinement({ configuration, cwd, env });
  if (json) return stdout.write(`${cleanJson(JSON.stringify(found))}\n`);
  const paint = painter(stdout.terminal, env);
  const list = (mark: string, sentences: readonly string[]): string =>
    sentences.map((sentence) => `${mark} ${cleanLine(sentence)}\n`).join("");
  const held = found.holds.length > 0 ? `holds ${found.holds.join(", ")}` : "holds nothing";
  stdout.write(
    `${paint("bold", cleanLine(found.sandbox))} ${held}\n\nConfined:\n${list(paint("green", "✓"), found.confined)}`,
  );
  stdout.write(`\nNot confined:\n${list(paint("yellow", "!"), found.unconfined)}`);
};

/** Gives back the exit code: 1 when something came through that the sandbox says it holds. */
const attack = async (surroundings: Surroundings, { json, ...flags }: SandboxFlags): Promise<number> => {
  const { env, stdout } = surroundings;
  const configuration = await surroundings.configure({ ...flags });
  const counts = { held: 0, "got through": 0, "not promised": 0 };
  for await (const finding of (await surroundings.assemble()).attack({ configuration, env })) {
    counts[verdict(finding)] += 1;
    stdout.write(json ? `${cleanJson(JSON.stringify(finding))}\n` : line(surroundings, finding));
  }
  if (!json)
    stdout.write(
      `\n${Object.entries(counts)
        .map(([what, count]) => `${count} ${what}`)
        .join(", ")}\n`,
    );
  return counts["got through"] === 0 ? 0 : 1;
};

const verdict = ({ promised, damage }: AttackFinding): "held" | "got through" | "not promised" => {
  if (damage.length === 0) return "held";
  return promised ? "got through" : "not promised";
};

const marks = { held: ["green", "✓"], "got through": ["red", "✗"], "not promised": ["yellow", "!"] } as const;

const line = ({ stdout, env }: Surroundings, finding: AttackFinding): string => {
  const [style, mark] = marks[verdict(finding)];
  const what = finding.damage.length === 0 ? "" : `: ${cleanLine(finding.damage.join("; "))}`;
  const paint = painter(stdout.terminal, env);
  return `${paint(style, mark)} ${finding.hold.padEnd(holdWidth)} ${finding.name}${what}\n`;
};

const holdWidth = 9;
