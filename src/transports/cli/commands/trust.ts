/** `kelson trust`: from now on what this directory brings counts, as long as they stay as they are. */
import { cleanLine, cleanText } from "../../terminal/clean.ts";
import type { Define } from "../define.ts";
import type { Surroundings } from "../surroundings.ts";

export const define: Define = (command, surroundings) => {
  command
    .option("--forget", "trust it no more")
    .action((flags: { readonly forget?: boolean }) => (flags.forget ? forget(surroundings) : trust(surroundings)));
};

const trust = async ({ stderr, configuration }: Surroundings): Promise<void> => {
  const { directories, files, settings } = await (await configuration()).trust();
  const listed = files.map((file) => `  ${cleanLine(file)}\n`).join("");
  const trusted = directories.map((directory) => `${cleanLine(directory)} is trusted as it is now.\n`).join("");
  const set = Object.keys(settings).length === 0 ? "" : `${cleanText(JSON.stringify(settings, null, 2))}\n`;
  stderr.write(`${set}${listed}${trusted}`);
};

const forget = async ({ stderr, cwd, configuration }: Surroundings): Promise<void> => {
  const had = await (await configuration()).forget();
  stderr.write(had ? `The settings of ${cwd} are trusted no more.\n` : `The settings of ${cwd} were not trusted.\n`);
};
