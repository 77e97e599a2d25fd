/** `kelson sessions diff`: what the calls of a session changed in its files. */
import { KelsonError } from "../../../contract/error.ts";
import type { ChangesOf } from "../../../contract/rewind.ts";
import { cleanJson, cleanLine } from "../../terminal/clean.ts";
import { painter } from "../../terminal/paint.ts";
import { findSession } from "../find-session.ts";
import { type StoreFlags, withRuntime } from "../store-command.ts";
import type { Surroundings } from "../surroundings.ts";
import { tableWidth } from "../table-text.ts";
import { wholeNumber } from "../whole-number.ts";
import { changesTable, changesText, leftOutText } from "./changes-text.ts";

export interface DiffFlags extends StoreFlags {
  readonly step?: string;
  readonly call?: string;
  readonly stat?: boolean;
  readonly json?: boolean;
}

export const diffSession = (surroundings: Surroundings, id: string | undefined, flags: DiffFlags): Promise<void> =>
  withRuntime(surroundings, flags, async (runtime) => {
    const { stdout, stderr, env } = surroundings;
    const changes = await runtime.changes((await findSession(runtime, id)).id, whichOf(flags));
    if (flags.json) return stdout.write(`${cleanJson(JSON.stringify(changes))}\n`);
    const { files, leftOut, trouble } = changes;
    if (files.length === 0) stderr.write("No call changed a file.\n");
    else if (flags.stat) stdout.write(changesTable(files, tableWidth(stdout)));
    else stdout.write(changesText(files, painter(stdout.terminal, env)));
    stderr.write(leftOutText(leftOut));
    if (trouble !== undefined) stderr.write(`Not all was saved: ${cleanLine(trouble)}\n`);
  });

const whichOf = ({ step, call }: DiffFlags): ChangesOf => {
  if (step !== undefined && call !== undefined)
    throw new KelsonError("bad_input", "--step and --call cannot stand together");
  if (call !== undefined) return { call };
  return step === undefined ? "session" : { step: wholeNumber("--step", step) };
};
