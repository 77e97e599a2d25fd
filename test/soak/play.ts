/** Works through the scenario as a person would whose machine fails again and again: look, answer, go on. */
import type { Event } from "../../src/contract/event.ts";
import type { Result } from "../../src/transports/cli/result.ts";
import { modelServer } from "../../src/testing/model-server/server.ts";
import { type Ground, type Life, type Moment, never } from "./ground.ts";
import { tasksIn } from "./outcome.ts";
import { aside, flags, reply, tasks } from "./scenario.ts";

/** What came of it: how many processes were killed, and all that any of them has shown. */
export interface Played {
  readonly kills: number;
  readonly lives: number;
  readonly shown: readonly Event[];
}

/** What happens to the processes, one after the other. */
export interface Fate {
  readonly moment: () => Moment;
  /** Whether another one says something beside the next one. */
  readonly hasCompany: () => boolean;
}

export const undisturbed: Fate = { moment: () => never, hasCompany: () => false };

export const play = async (ground: Ground, { moment, hasCompany }: Fate): Promise<Played> => {
  const server = await modelServer({ dialect: "anthropic", reply });
  const model = ["--model", "anthropic/claude-test", "--base-url", server.url];
  const shown: Event[] = [];
  let kills = 0;
  let lives = 0;
  const live = async (words: readonly string[], dies = moment()): Promise<Life> => {
    const life = await ground.live([...words, ...model, ...flags], dies);
    lives += 1;
    if (life.killed) kills += 1;
    shown.push(...life.events);
    return life;
  };
  // The first that a session hears is its task.
  const isBegun = (): boolean => shown.some(({ type }) => type === "user.said");
  const company = (): Promise<Life | undefined> =>
    isBegun() && hasCompany() ? live(["run", "-c", aside(lives)]) : Promise.resolve(undefined);
  try {
    let words: readonly string[] | undefined = ["run", tasks[0]!];
    while (words !== undefined) {
      const [life] = await Promise.all([live(words), company()]);
      if (lives > mostLives) throw new Error(`after ${lives} processes it is not done: ${life.stderr}`);
      words = await nextWords(ground, life);
    }
    // What the last company said, and was killed before it was done.
    await live(["run", "-c"], never);
    return { kills, lives, shown };
  } finally {
    await server.close();
  }
};

const mostLives = 2_000;

/** What a person types who sees how the last process ended; undefined when nothing is left to do. */
const nextWords = async (ground: Ground, { killed, result, stderr, code }: Life): Promise<string[] | undefined> => {
  if (killed) return ["run", "-c"];
  if (result === undefined) throw new Error(`a process ended with ${String(code)} and no result: ${stderr}`);
  const {
    session_id: session = "",
    waiting_for: [asked],
    error,
  } = result;
  if (asked !== undefined) return ["answer", session, asked.tool_use_id, "yes"];
  // It was killed before there was anything to go on with.
  if (error?.code === "not_found") return ["run", tasks[0]!];
  if (error !== undefined && !goesOn(error)) throw new Error(`${error.message}\n${stderr}`);
  if (error !== undefined && !error.message.includes("nothing to go on with")) return ["run", "-c"];
  if (error === undefined && result.state !== "completed") throw new Error(`a run ended ${result.state}: ${stderr}`);
  const task = tasks[(await tasksIn(ground.stateDirectory)).length];
  return task === undefined ? undefined : ["run", "-c", task];
};

/** What it was to answer was answered already, or whom it was a guest of was killed. */
const goesOn = ({ code }: NonNullable<Result["error"]>): boolean => ["refused", "held"].includes(code);
