/** Redacts a text that comes in pieces: holds back what may turn out to be part of a secret, and no more. */
import type { RedactingStream } from "../contract/redactor.ts";
import { afterLastBreak, isBreak, longestRun } from "./breaks.ts";
import { find } from "./find.ts";
import type { Given } from "./given.ts";
import { pemBegins } from "./known.ts";
import { namedBegins } from "./named.ts";
import type { Span } from "./span.ts";

/** `replaced` puts markers in place of spans, `redacted` in place of all that is found. */
export interface StreamParts {
  readonly values: Given;
  readonly replaced: (text: string, spans: readonly Span[]) => string;
  readonly redacted: (text: string) => string;
}

export const redactingStream = ({ values, replaced, redacted }: StreamParts): RedactingStream => {
  let held = "";
  /** Whether what is held goes on with a run of data, in which only given keys are looked for. */
  let inData = false;

  const take = (end: number): string => {
    const taken = held.slice(0, end);
    held = held.slice(end);
    return taken;
  };
  const giveData = (): string => {
    const spans = values.spans(held);
    const end = firstBreak(held);
    inData = end === held.length;
    const sure = inData ? (values.begins(held) ?? end) : end;
    const straddling = spans.find((span) => span.start < sure && span.end > sure);
    const to = straddling?.start ?? sure;
    const data = replaced(
      take(to),
      spans.filter((span) => span.end <= to),
    );
    return inData ? data : data + giveSure();
  };
  const giveSure = (): string => {
    const run = afterLastBreak(held);
    if (held.length - run <= longestRun) {
      const { end, clean } = cut(held, values);
      return clean ? take(end) : redacted(take(end));
    }
    // What began before the run may reach into it.
    const reaching = find(held, values).filter(({ start, end }) => start < run && end > run);
    inData = true;
    return redacted(take(Math.max(run, ...reaching.map(({ end }) => end)))) + giveData();
  };
  return {
    push: (fragment) => {
      held += fragment;
      if (inData) return giveData();
      return held.length > longestRun || hasBreak(fragment) ? giveSure() : "";
    },
    end: () => {
      const text = take(held.length);
      const rest = inData ? replaced(text, values.spans(text)) : redacted(text);
      inData = false;
      return rest;
    },
  };
};

const hasBreak = (text: string): boolean => afterLastBreak(text) > 0;

const firstBreak = (text: string): number => {
  let at = 0;
  while (at < text.length && !isBreak(text[at])) at += 1;
  return at;
};

/** The last place that nothing can reach across, whatever comes; and whether nothing is to be replaced before it. */
const cut = (text: string, values: Given): { readonly end: number; readonly clean: boolean } => {
  const begun = [namedBegins(text), pemBegins(text), values.begins(text)].filter((at) => at !== undefined);
  let end = afterLastBreak(text, Math.min(text.length, ...begun));
  if (end === 0) return { end, clean: true };
  const spans = find(text, values);
  for (const { from, end: last } of spans.toReversed()) {
    if (from < end && last > end) end = afterLastBreak(text, from);
  }
  return { end, clean: spans.length === 0 };
};
