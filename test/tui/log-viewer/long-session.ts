/** A session of so many lines as a test wants, sealed as the log seals them, and taken in by the door. */
import type { NewEvent } from "../../../src/contract/event.ts";
import type { Runtime } from "../../../src/contract/runtime.ts";
import { genesis } from "../../../src/log/chain.ts";
import { lineOf } from "../../../src/log/line.ts";
import { named } from "../../log/story.ts";

export interface Long {
  readonly lines: number;
  readonly cwd: string;
  /** What the line of a seq says; the first one opens the session. */
  readonly title?: (seq: number) => string;
}

const session = "long";
const startedAt = Date.UTC(2026, 0, 1);

/** Gives back its id. */
export const longSession = (runtime: Runtime, long: Long): Promise<string> => runtime.import(linesOf(long));

// oxlint-disable-next-line require-await
async function* linesOf({ lines, cwd, title = (seq) => `the ${seq}th title` }: Long): AsyncGenerator<string> {
  const opened: NewEvent = {
    type: "session.opened",
    data: { schema: 1, cwd, user: "tester", kind: "main", trace: "0".repeat(32) },
  };
  let seal = genesis(session);
  for (let seq = 0; seq < lines; seq += 1) {
    const line = lineOf(seq === 0 ? opened : named(title(seq)), { session, seq, at: startedAt + seq }, seal);
    ({ seal } = line);
    yield JSON.stringify({ text: line.text, seal, body: line.body });
  }
}
