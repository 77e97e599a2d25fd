/** Where two requests differ first: which block, which part of it, and how each has it. */
import { type ContentPart, type Message, textOf } from "../contract/message.ts";
import type { ToolSpec } from "../contract/provider.ts";
import type { BlockDifference } from "../contract/replay.ts";
import { blocksIn, type Conversation, digestOf, type RequestBlock } from "./request.ts";

/**
 * Compares the requests of a session one after the other; undefined when they are the same. Blocks that were alike, and stand
 * where they stood, are alike: or a long session would be compared as often as it has requests.
 */
export const differing = () => {
  let alike: readonly [readonly RequestBlock[], readonly RequestBlock[]] = [[], []];
  return (recorded: Conversation, now: Conversation): BlockDifference | undefined => {
    const [before, after] = [blocksIn(recorded), blocksIn(now)];
    const [ours, theirs] = alike;
    const index = before.findIndex((block, place) => {
      const other = after[place];
      if (other === undefined) return true;
      const isKnown = block === ours[place] && other === theirs[place];
      return !isKnown && digestOf(block) !== digestOf(other);
    });
    const same = index === -1 ? before.length : index;
    alike = [before.slice(0, same), after.slice(0, same)];
    return same === after.length && index === -1 ? undefined : differenceAt(same, recorded, now);
  };
};

/** Where two requests differ first, by the index of the block. */
const differenceAt = (index: number, recorded: Conversation, now: Conversation): BlockDifference | undefined => {
  if (index === 0) return toolsDifference(recorded.tools, now.tools);
  const system = firstOf(recorded.system, now.system, (place) => `system prompt, part ${place + 1}`);
  if (system !== undefined) return system;
  const message = index - 1 - recorded.system.length;
  return messageDifference(message, recorded.messages[message], now.messages[message]);
};

const toolsDifference = (recorded: readonly ToolSpec[], now: readonly ToolSpec[]): BlockDifference | undefined => {
  const [before, after] = [recorded.map(({ name }) => name), now.map(({ name }) => name)];
  if (before.join() === after.join()) return firstOf(recorded, now, (index) => `tools: ${before[index]}`);
  const same = before.toSorted().join() === after.toSorted().join();
  const block = same ? "tools: their order" : "tools: which there are";
  return { block, recorded: before.join("\n"), now: after.join("\n") };
};

const messageDifference = (
  index: number,
  before: Message | undefined,
  after: Message | undefined,
): BlockDifference | undefined => {
  const block = `message ${index + 1} (${(before ?? after)?.role})`;
  if (before?.role === "user" && after?.role === "user") {
    return firstOf(before.parts.map(shown), after.parts.map(shown), (part) => `${block}, part ${part + 1}`);
  }
  return { block, recorded: textOfJson(before), now: textOfJson(after) };
};

const shown = (part: ContentPart): string => textOf([part]);

const firstOf = <T>(
  recorded: readonly T[],
  now: readonly T[],
  name: (index: number) => string,
): BlockDifference | undefined => {
  const length = Math.max(recorded.length, now.length);
  const index = Array.from({ length }).findIndex((_, place) => textOfJson(recorded[place]) !== textOfJson(now[place]));
  if (index === -1) return undefined;
  return { block: name(index), recorded: textOfJson(recorded[index]), now: textOfJson(now[index]) };
};

/** Text as it is, all else as JSON; empty for what is not there. */
const textOfJson = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value, undefined, 2);
