/** A session that another program drives: a message a line on standard input, a turn each, a result each. */
import type { Command } from "../../../contract/command.ts";
import { sentenceOf } from "../../../contract/error.ts";
import { answerFile } from "../answer-file.ts";
import { choosePresenter } from "../choose-presenter.ts";
import { diagnostics } from "../diagnostics.ts";
import { mannerOf, type Presenter } from "../presenter.ts";
import { redactedError } from "../redacted-error.ts";
import { answerOf, resultOf, signalCodes } from "../result.ts";
import { nothingSeen } from "../seen.ts";
import { saidInLine } from "../said-lines.ts";
import { stopping } from "../stopping.ts";
import type { Input, Surroundings } from "../surroundings.ts";
import type { Beginning } from "./chat.ts";
import { closePlace, inMode, openPlace, type Place } from "./place.ts";
import { turn } from "./turn.ts";

export type Driving = Omit<Beginning, "message"> & {
  /** JSON Schema that answers have to fit. */
  readonly output: unknown;
};

/** Gives back the exit code: that of the last turn, or of what went wrong between them. */
export const driven = async (surroundings: Surroundings, driving: Driving): Promise<number> => {
  const { flags, configuration, cwd, open, output } = driving;
  const manner = mannerOf(flags);
  const presenter = await choosePresenter(surroundings, manner);
  const write = flags.outputLastMessage === undefined ? () => {} : answerFile(flags.outputLastMessage);
  const place = await openPlace(
    { surroundings, cwd, saved: flags.session, interactive: false, output },
    configuration,
    open,
  );
  const stop = stopping(surroundings.onSignal);
  try {
    begin(presenter, place, flags.session);
    await inMode(surroundings, place);
    let code = 0;
    for await (const parts of messages(surroundings.stdin, stop.asked)) {
      const log = diagnostics(surroundings, flags);
      // What a screen shows of a turn is laid out anew; lines of JSON go on.
      const shown = manner.format === "text" ? await choosePresenter(surroundings, manner) : presenter;
      const command: Command = { type: "say", id: surroundings.newId(), parts };
      const { result, items, leaves } = await turn(surroundings, {
        ...place,
        presenter: shown,
        log,
        interactive: false,
        command,
      });
      shown.end(result);
      write(result.structured_output === undefined ? answerOf(items) : result.result);
      code = result.exit_code;
      if (leaves || code > signalled) break;
    }
    return code;
  } catch (error) {
    const signal = stop.signal();
    if (signal !== undefined) return signalCodes[signal];
    const safe = redactedError(error, surroundings.redact);
    const failure = { session: place.session.id, durationMs: 0, signal: undefined, error: safe };
    const result = resultOf(nothingSeen(), failure);
    presenter.end(result);
    diagnostics(surroundings, flags).log("error", "end", { message: sentenceOf(safe) });
    return result.exit_code;
  } finally {
    stop.forget();
    await closePlace(place);
  }
};

/** Codes above are those of signals. */
const signalled = 128;

const begin = (presenter: Presenter, { session, runtime, chosen }: Place, saved: boolean): void =>
  presenter.begin({ session: session.id, place: runtime.place, saved, chosen });

async function* messages(stdin: Input, signal: AbortSignal) {
  for (let number = 1; ; number += 1) {
    const line = await stdin.line(signal);
    if (line === undefined) return;
    const parts = saidInLine(line, number);
    if (parts !== undefined) yield parts;
  }
}
