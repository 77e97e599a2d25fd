/** What was said in past sessions, by words. */
import type { Recollection } from "../../../contract/host.ts";
import { KelsonError } from "../../../contract/error.ts";
import { cleanJson, cleanLine } from "../../terminal/clean.ts";
import { age } from "../../terminal/figures.ts";
import { painter } from "../../terminal/paint.ts";
import { shortId } from "../find-session.ts";
import { type StoreFlags, withRuntime } from "../store-command.ts";
import type { Surroundings } from "../surroundings.ts";

export interface SearchFlags extends StoreFlags {
  readonly here?: boolean;
  readonly limit: string;
  readonly json?: boolean;
}

export const searchSessions = (surroundings: Surroundings, words: string, flags: SearchFlags): Promise<void> =>
  withRuntime(surroundings, flags, async (runtime) => {
    const { stdout, stderr, cwd } = surroundings;
    const limit = limitIn(flags.limit);
    const found = await runtime.search(words, { limit, ...(flags.here && { project: cwd }) });
    if (flags.json) for (const one of found) stdout.write(`${cleanJson(JSON.stringify(one))}\n`);
    else if (found.length === 0) stderr.write(`Nobody said that in a session of ${runtime.place}.\n`);
    else stdout.write(foundText(surroundings, found));
  });

const foundText = ({ stdout, env, now }: Surroundings, found: readonly Recollection[]): string => {
  const paint = painter(stdout.terminal, env);
  const ids = [...new Set(found.map(({ session }) => session))];
  const at = now();
  return found
    .map(({ session, seq, at: said, by, cwd, title, text }) => {
      const place = [shortId(session, ids), `line ${seq}`, by, age(Math.max(0, at - said)), cwd, title];
      return `${paint("dim", cleanLine(place.filter((word) => word !== "").join(" · ")))}\n  ${cleanLine(text)}\n`;
    })
    .join("\n");
};

const limitIn = (text: string): number => {
  if (/^[1-9]\d{0,3}$/u.test(text)) return Number(text);
  throw new KelsonError("bad_input", `--limit must be a number from 1 to 9999, got "${text}"`);
};
