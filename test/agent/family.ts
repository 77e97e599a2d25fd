/** A parent and its sub-agents, and what a test reads from them. */
import type { Event } from "../../src/contract/event.ts";
import { messages } from "../../src/folds/messages.ts";
import { agentCall } from "./acting.ts";
import { brief, eventsOf, type Work } from "./workshop.ts";

/** A parent that does one thing with sub-agents and then says that it is done. */
export const parent = (...calls: ReturnType<typeof agentCall>[]) => [
  { calls },
  { text: "All is done." },
  { text: "Again." },
];

export const childrenOf = async ({ runtime }: Work) => (await runtime.list()).filter(({ kind }) => kind === "agent");

export const kinds = async (work: Work, ...types: Event["type"][]) =>
  (await eventsOf(work)).filter(({ type }) => types.includes(type)).map(brief);

export const read = async ({ session }: Work): Promise<string> =>
  JSON.stringify((await session.read(messages)).messages);
