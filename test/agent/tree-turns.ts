/** What the models say in the tree of sessions that is killed: four floors, two of them side by side, one in the background. */
import { agentCall } from "./acting.ts";
import { call, type Turn } from "./playing.ts";

const act = (text: string): Turn => ({
  text: `I do ${text}.`,
  delayMs: 1,
  calls: [call("look", text), call("act", text)],
});
const ask = (...tasks: readonly (readonly [string, object?])[]): Turn => ({
  delayMs: 1,
  calls: tasks.map(([task, more]) => agentCall(task, more)),
});
const done = (what: string): Turn => ({ text: `${what} is done`, delayMs: 1 });

export const treeTurns: Readonly<Record<string, readonly Turn[]>> = {
  "do it all": [
    ask(["the left"], ["the right"], ["the side", { run_in_background: true }]),
    act("root"),
    ...Array.from({ length: 3 }, () => done("all")),
  ],
  "the left": [act("left"), ask(["the second floor"]), done("left")],
  "the second floor": [act("second"), ask(["the third floor"], ["the third, too"]), done("second")],
  "the third floor": [act("third"), act("third again"), done("third")],
  "the third, too": [act("beside"), done("beside")],
  "the right": [act("right"), act("right again"), done("right")],
  "the side": [act("side"), done("side")],
};

/** The effects that they have, once each. */
export const treeEffects = ["beside", "left", "right", "right again", "root", "second", "side", "third", "third again"];
