/** Sessions as files of JSON lines: out of the store, and in again when the chain holds. */
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import { KelsonError, sentenceOf } from "../../../contract/error.ts";
import { cleanJson } from "../../terminal/clean.ts";
import { counted } from "../../terminal/figures.ts";
import { findSession } from "../find-session.ts";
import { type StoreFlags, withRuntime } from "../store-command.ts";
import type { Surroundings } from "../surroundings.ts";

export const exportSession = (
  surroundings: Surroundings,
  id: string | undefined,
  flags: StoreFlags & { readonly output?: string },
): Promise<void> =>
  withRuntime(surroundings, flags, async (runtime) => {
    const { stdout, stderr } = surroundings;
    const summary = await findSession(runtime, id);
    if (flags.output === undefined) {
      for await (const line of runtime.export(summary.id)) {
        if (stdout.closed()) return;
        stdout.write(`${cleanJson(line)}\n`);
      }
      return;
    }
    const file = await open(flags.output, "wx").catch((error: unknown) => {
      throw new KelsonError("bad_input", `--output ${flags.output} cannot be made: ${sentenceOf(error)}`, {
        cause: error,
      });
    });
    try {
      for await (const line of runtime.export(summary.id)) await file.write(`${line}\n`);
    } finally {
      await file.close();
    }
    stderr.write(`${counted(summary.events, "event")} of ${summary.id} written to ${flags.output}\n`);
  });

export const importSession = (surroundings: Surroundings, file: string, flags: StoreFlags): Promise<void> =>
  withRuntime(surroundings, flags, async (runtime) => {
    const input = createReadStream(file);
    await new Promise((resolve, reject) => void input.once("open", resolve).once("error", reject)).catch(
      (error: unknown) => {
        throw new KelsonError("bad_input", `${file} cannot be read: ${sentenceOf(error)}`, { cause: error });
      },
    );
    const id = await runtime.import(createInterface({ input, crlfDelay: Infinity }));
    surroundings.stdout.write(`${id}\n`);
  });
