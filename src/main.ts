/** The program: its arguments go to a transport, whose answer is the exit code. Nothing else ends the process. */
import { fileURLToPath } from "node:url";
import type { Configuration } from "./contract/options.ts";
import packageJson from "../package.json" with { type: "json" };
import { cli } from "./transports/cli/program.ts";
import { cleanLine } from "./transports/terminal/clean.ts";
import { thisProcess } from "./transports/cli/this-process.ts";

const places = { env: process.env, cwd: process.cwd() };
const said = new Set<string>();
const warn = (sentence: string): void => {
  if (!said.has(sentence)) process.stderr.write(`! ${cleanLine(redact(sentence))}\n`);
  said.add(sentence);
};

// The keys of the environment are known at once, that of the configuration when it is read.
let redact: (text: string) => string = String;
const learn = async (configuration: Configuration): Promise<void> => {
  const { textRedaction } = await import("./assembly/redaction.ts");
  redact = textRedaction(configuration, places.env);
};

// Whoever asks only for help or the version is told nothing but what was written here, and need not wait for that.
const asksAlone = process.argv.length === 3 && ["-h", "--help", "-V", "--version"].includes(process.argv[2] ?? "");

const run = (): Promise<number> =>
  cli({
    ...thisProcess(),
    redact: (text) => redact(text),
    warn,
    version: packageJson.version,
    // Both src/main.ts and the bundled dist/main.js lie one level below it.
    packageRoot: fileURLToPath(new URL("..", import.meta.url)),
    configure: async (flags) => {
      const { readConfiguration } = await import("./configuration/configuration.ts");
      const configuration = await readConfiguration({ ...places, flags, warn });
      await learn(configuration);
      return configuration;
    },
    configuration: async () => (await import("./configuration/keeper.ts")).keeper({ ...places, warn }),
    assemble: async () => (await import("./assembly/assemble.ts")).assemble,
  });

/** Whoever reads a pipe takes its time: what was written last would be lost with the process. */
const taken = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => void stream.write("", () => resolve()));

void (asksAlone ? run() : learn({}).then(run)).then(async (exitCode) => {
  await Promise.all([taken(process.stdout), taken(process.stderr)]);
  process.exit(exitCode);
});
