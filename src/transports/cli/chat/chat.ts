/** A chat: messages from a person or a script, each a turn of one session, until one side leaves. */
import type { Command } from "../../../contract/command.ts";
import { errorCodes, KelsonError } from "../../../contract/error.ts";
import type { Runtime, Session } from "../../../contract/runtime.ts";
import type { Configuration } from "../../../contract/options.ts";
import { cleanLine } from "../../terminal/clean.ts";
import { painter } from "../../terminal/paint.ts";
import { slashIn } from "../../terminal/slash-in.ts";
import { choosePresenter } from "../choose-presenter.ts";
import { diagnostics } from "../diagnostics.ts";
import type { RunFlags } from "../flags.ts";
import { notSaved } from "../present-json.ts";
import { canAsk, mannerOf } from "../presenter.ts";
import { signalCodes } from "../result.ts";
import { say } from "../say.ts";
import type { Surroundings } from "../surroundings.ts";
import { closePlace, inMode, openPlace, type Opening, type Place } from "./place.ts";
import { readMessage } from "./read-message.ts";
import { slashed } from "./slash.ts";
import { turn } from "./turn.ts";

/** What a chat begins with. `goesOn` when the session has something to go on with before anything is said. */
export interface Beginning {
  readonly flags: RunFlags;
  readonly configuration: Configuration;
  readonly cwd: string;
  readonly open: (runtime: Runtime) => Promise<Session>;
  readonly goesOn: boolean;
  /** What it was at then, in words. */
  readonly doing?: string | undefined;
  /** Said first; empty when there is nothing yet. */
  readonly message: string;
}

/** Gives back the exit code: that of the last message, or of the signal that ended it. */
export const chat = async (surroundings: Surroundings, beginning: Beginning): Promise<number> => {
  const { flags, configuration, cwd, open, goesOn, doing, message } = beginning;
  const { stderr, env } = surroundings;
  const manner = mannerOf(flags);
  const opening: Opening = { surroundings, cwd, saved: flags.session, interactive: canAsk(surroundings, manner) };
  const paint = painter(stderr.terminal, env);
  const log = diagnostics(surroundings, flags);
  let place = await openPlace(opening, configuration, open);
  let code = 0;

  const takeTurn = async (command: Command | undefined): Promise<boolean> => {
    const { session, runtime } = place;
    const presenter = await choosePresenter(surroundings, manner);
    const { interactive } = opening;
    const { result, leaves } = await turn(surroundings, {
      session,
      runtime,
      presenter,
      log,
      interactive,
      command,
    });
    // Where the session is kept is said once, at the end of the chat; a call that waits needs it here.
    presenter.end(result.waiting_for.length > 0 ? result : { ...result, session_id: undefined });
    // A summary between two runs is no run that could fail.
    code = command?.type === "compact" ? 0 : result.exit_code;
    return leaves;
  };
  const take = async (text: string): Promise<boolean> => {
    const slash = slashIn(text);
    if (slash === undefined) return takeTurn(say(surroundings.newId(), text));
    const came = await slashed(opening, place, slash);
    const { text: told, code: ended, quits = false, says = false, command, place: next } = came;
    if (says) return takeTurn(say(surroundings.newId(), text)).catch(refused);
    if (command !== undefined) return takeTurn(command);
    stderr.write(told);
    place = next ?? place;
    code = ended;
    return quits;
  };

  // A skill that was written since the chat began is not known to its session.
  const refused = (error: unknown): boolean => {
    if (!(error instanceof KelsonError) || error.code !== "bad_input") throw error;
    stderr.write(`Error: ${error.message}\n`);
    code = errorCodes.bad_input.exit;
    return false;
  };

  try {
    if (!manner.quiet) stderr.write(paint("dim", `  ${place.chosen}; /help for commands\n`));
    if (!manner.quiet && doing) stderr.write(paint("dim", `  goes on: ${cleanLine(doing)}\n`));
    if (!flags.session) stderr.write(paint("yellow", notSaved));
    await inMode(surroundings, place);
    if ((goesOn && (await takeTurn(undefined))) || (message !== "" && (await take(message)))) return code;
    return (await messages(surroundings, take)) ?? code;
  } finally {
    const kept = await closePlace(place);
    if (!manner.quiet) stderr.write(paint("dim", flags.session && kept ? farewell(place) : "\n"));
  }
};

/** Until the input ends or a message says so. Gives back the code of the signals that ended it, if they did. */
const messages = async (
  surroundings: Surroundings,
  take: (text: string) => Promise<boolean>,
): Promise<number | undefined> => {
  let interrupted = false;
  for (;;) {
    const read = await readMessage(surroundings);
    if (read.kind === "end") return undefined;
    if (read.kind === "message") {
      interrupted = false;
      if (read.text !== "" && (await take(read.text))) return undefined;
      continue;
    }
    if (interrupted || read.signal !== "SIGINT") return signalCodes[read.signal];
    interrupted = true;
    surroundings.stderr.write("\n  once more to leave\n");
  }
};

const farewell = ({ session, runtime }: Place): string =>
  `\nsession ${session.id} in ${runtime.place}; kelson chat -r ${session.id} goes on\n`;
