/** `kelson config`: what is set and where, and the user's own file. */
import { cleanJson } from "../../terminal/clean.ts";
import type { Define } from "../define.ts";
import type { Surroundings } from "../surroundings.ts";
import { tableText, tableWidth } from "../table-text.ts";

export const define: Define = (config, surroundings) => {
  config
    .command("show")
    .description("each value that is set, and where; keys are hidden")
    .option("--json", "one JSON object a line")
    .action((flags) => show(surroundings, flags));
  config
    .command("set")
    .description("set a value in your own file")
    .argument("<key>", "such as model or maxSteps")
    .argument("<value>")
    .action((key, value) => set(surroundings, key, value));
  config
    .command("init")
    .description("write a first file of your own")
    .action(() => init(surroundings));
  config
    .command("schema")
    .description("the configuration as JSON Schema")
    .action(async () => {
      const { schema } = await surroundings.configuration();
      surroundings.stdout.write(`${JSON.stringify(schema(), null, 2)}\n`);
    });
};

const show = async ({ stdout, stderr, configuration }: Surroundings, { json }: { json?: boolean }): Promise<void> => {
  const { show: all, file } = await configuration();
  const settings = await all();
  if (json) {
    for (const setting of settings) stdout.write(`${cleanJson(JSON.stringify(setting))}\n`);
  } else if (settings.length === 0) {
    stderr.write(`Nothing is set; your own file would be ${file} (kelson config init writes it).\n`);
  } else {
    const rows = settings.map(({ key, value, from }) => [key, textOf(value), from.replace(/: \w+$/u, "")]);
    stdout.write(tableText([["KEY", "VALUE", "FROM"], ...rows], tableWidth(stdout)));
  }
};

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const set = async ({ stderr, configuration }: Surroundings, key: string, value: string): Promise<void> => {
  const { set: setOne, file } = await configuration();
  await setOne(key, value);
  stderr.write(`${key} is set in ${file}\n`);
};

/** What stands in it is what holds anyway, to be changed. */
const init = async ({ stderr, configuration }: Surroundings): Promise<void> => {
  const { init: write, file } = await configuration();
  await write({ permissionMode: "default", onAsk: "deny", maxSteps: 50 });
  stderr.write(`written to ${file}; kelson config schema says what else can stand there\n`);
};
