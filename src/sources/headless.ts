/** What a model is told when nobody is there: to decide for itself, to do all of it, and to prove it. */
import type { Source } from "../contract/source.ts";

const text = `Nobody reads along in this run, and nobody answers.
- Decide yourself what the task leaves open, as the person who gave it most likely would, and say in the end what you decided.
- Do the whole task, not a first part of it. When a way is closed, look for another that is allowed.
- Verify it: run what shows that it works, read the result, and mend what is wrong before you end.
- End with what was done, how it was proved, and what is left.`;

export const headless: Source = {
  name: "headless",
  gather: () => Promise.resolve([{ layer: "instructions", source: "headless run", position: "turn", text }]),
};
