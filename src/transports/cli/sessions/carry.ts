/** Sessions as files: out of the store in several formats, and in again when the chain of the lines holds. */
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import { KelsonError, sentenceOf } from "../../../contract/error.ts";
import type { Runtime, SessionSummary } from "../../../contract/runtime.ts";
import { transcript } from "../../../folds/transcript.ts";
import { cleanJson, cleanText } from "../../terminal/clean.ts";
import { counted } from "../../terminal/figures.ts";
import { findSession } from "../find-session.ts";
import { sessionMarkdown } from "./session-markdown.ts";
import { sessionPage } from "./session-page.ts";
import { type StoreFlags, withRuntime } from "../store-command.ts";
import type { Surroundings } from "../surroundings.ts";

export const exportSession = (
  surroundings: Surroundings,
  id: string | undefined,
  flags: StoreFlags & { readonly output?: string; readonly format: ExportFormat },
): Promise<void> =>
  withRuntime(surroundings, flags, async (runtime) => {
    const { stdout, stderr } = surroundings;
    const summary = await findSession(runtime, id);
    const pieces = formats[flags.format](surroundings, runtime, summary);
    if (flags.output === undefined) {
      const clean = flags.format.startsWith("json") ? cleanJson : cleanText;
      for await (const piece of pieces) {
        if (stdout.closed()) return;
        stdout.write(clean(piece));
      }
      return;
    }
    const file = await open(flags.output, "wx").catch((error: unknown) => {
      throw new KelsonError("bad_input", `--output ${flags.output} cannot be made: ${sentenceOf(error)}`, {
        cause: error,
      });
    });
    try {
      for await (const piece of pieces) await file.write(piece);
    } finally {
      await file.close();
    }
    stderr.write(`${counted(summary.events, "event")} of ${summary.id} written to ${flags.output}\n`);
  });

export const exportFormats = ["jsonl", "json", "markdown", "html"] as const;
type ExportFormat = (typeof exportFormats)[number];

type Write = (surroundings: Surroundings, runtime: Runtime, session: SessionSummary) => AsyncIterable<string>;

/** `jsonl` is what can be verified and taken in again; the others are to be read. */
const formats: Readonly<Record<ExportFormat, Write>> = {
  jsonl: async function* (_, runtime, { id }) {
    for await (const line of runtime.export(id)) yield `${line}\n`;
  },
  json: async function* (_, runtime, { id, title, cwd }) {
    yield `{"session":${JSON.stringify({ id, title, cwd })},"events":[`;
    const events = await Array.fromAsync(runtime.view(id).events());
    yield `\n${events.map((event) => JSON.stringify(event)).join(",\n")}`;
    yield "\n]}\n";
  },
  markdown: async function* (_, runtime, { id, title }) {
    const { items } = await runtime.view(id).read(transcript);
    yield sessionMarkdown(title || id, items);
  },
  html: async function* ({ packageRoot, redact }, runtime, { id }) {
    yield await sessionPage({ packageRoot, session: id, bundle: runtime.bundle(id), redact });
  },
};

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
