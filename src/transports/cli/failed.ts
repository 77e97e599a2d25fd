/** What went wrong before or beside a run: said as text, and for a script that reads JSON as the one record it waits for. */
import { CommanderError } from "commander";
import { errorCodes, KelsonError, sentenceOf } from "../../contract/error.ts";
import { cleanJson } from "../terminal/clean.ts";
import { redactedError } from "./redacted-error.ts";
import { resultOf } from "./result.ts";
import { nothingSeen } from "./seen.ts";
import type { Surroundings } from "./surroundings.ts";

/** Gives back the exit code. */
export const failed = ({ argv, stdout, stderr, redact }: Surroundings, thrown: unknown): number => {
  const isUsage = thrown instanceof CommanderError;
  const error = redactedError(isUsage ? usageError(thrown) : thrown, redact);
  // Commander has said already what is wrong with the words themselves.
  if (!isUsage) stderr.write(errorText(error));
  if (wants("codex", argv))
    stdout.write(`${cleanJson(JSON.stringify({ type: "error", message: sentenceOf(error) }))}\n`);
  if (wants("json|stream-json", argv)) {
    const result = resultOf(nothingSeen(), { session: undefined, durationMs: 0, signal: undefined, error });
    stdout.write(`${cleanJson(JSON.stringify(result))}\n`);
  }
  return error instanceof KelsonError ? errorCodes[error.code].exit : 1;
};

const usageError = ({ message }: CommanderError): KelsonError =>
  new KelsonError("bad_input", message.replace(/^error: /u, ""));

/** The words could not be read as flags, so they are looked through as they are. */
const wants = (formats: string, argv: readonly string[]): boolean =>
  argv.some((word) => new RegExp(`^(?:--output-format=)?(?:${formats})$`, "u").test(word));

const errorText = (error: unknown): string => {
  if (!(error instanceof KelsonError)) return `Error: ${error instanceof Error ? error.stack : sentenceOf(error)}\n`;
  return `Error: ${error.message}\n${error.hint === undefined ? "" : `${error.hint}\n`}`;
};
