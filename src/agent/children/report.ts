/** What has come of a sub-agent: its report when it has ended, its question when it waits for a person. */
import { sentenceOf } from "../../contract/error.ts";
import type { EventData } from "../../contract/event.ts";
import { Paused } from "../../contract/host.ts";
import { textOf } from "../../contract/message.ts";
import type { Session } from "../../contract/runtime.ts";
import { birth } from "../../folds/birth.ts";
import { messages } from "../../folds/messages.ts";
import type { Child } from "../../folds/status/children.ts";
import { stateOf, status } from "../../folds/status/status.ts";
import { taint } from "../../folds/taint.ts";
import { transcript } from "../../folds/transcript.ts";
import type { CallItem, EndItem, TranscriptItem } from "../../folds/transcript-item.ts";
import { costOf, usage } from "../../folds/usage.ts";

export type Report = EventData<"agent.reported">;

/** Undefined while it is not at its end. */
export const reportOf = async (session: Session, { id, call, agent }: Child): Promise<Report | undefined> => {
  const now = await session.read(status);
  if (now.run !== null || now.said !== null || now.queue.length > 0) return undefined;
  const { total } = await session.read(usage);
  const { input, output, cacheRead, cacheWrite, pricedUsd } = total;
  const inherited = (await session.read(birth)).agent?.taint ?? [];
  const state = stateOf(now);
  const estimatedUsd = now.sessionCostUsd - pricedUsd;
  const unasked = (await session.read(transcript)).items.reduce((sum, item) => sum + unaskedIn(item), 0);
  return {
    call,
    child: id,
    agent,
    ok: state === "completed",
    state,
    steps: now.step,
    usage: { input, output, cacheRead, cacheWrite },
    costUsd: costOf(total),
    ...(estimatedUsd > leastUsd && { estimatedUsd }),
    ...(unasked > 0 && { unasked }),
    taint: (await session.read(taint)).sources.filter((source) => !inherited.includes(source)),
    text: await lastWords(session),
  };
};

const unaskedIn = (item: TranscriptItem): number => {
  if (item.kind === "notice") return item.unasked ?? 0;
  return item.kind === "call" && item.rule === "headless" ? 1 : 0;
};

/** Of one that could not be begun or gone on with. Nobody can say what one that began has spent: all that it might. */
export const failedReport = ({ id, call, agent, limits }: Child, error: unknown, began: boolean): Report => ({
  call,
  child: id,
  agent,
  ok: false,
  state: "error",
  steps: 0,
  usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  ...(began ? { estimatedUsd: limits.costUsd } : { costUsd: 0 }),
  text: sentenceOf(error),
});

/** The first of its calls that wait for a person, in words that say whose it is. */
export const questionOf = async (session: Session, { id, agent }: Child): Promise<Paused | undefined> => {
  const { items } = await session.read(transcript);
  const item = items.find((one): one is CallItem => one.kind === "call" && one.state === "asked");
  if (item?.ask === undefined) return undefined;
  const { kind, rule, question = "", options, preview, grant } = item.ask;
  const whose = `agent ${agent}`;
  const told = kind === "question" ? "" : `${whose} wants to run ${item.name} ${item.subject}`.trimEnd();
  const about = [told, preview ?? ""].filter((text) => text !== "").join("\n");
  return new Paused(
    { question: question === "" ? "" : `${whose} asks: ${question}`, options },
    {
      session: id,
      call: item.call,
      name: item.name,
      kind,
      rule,
      effects: item.effects ?? [],
      ...(about !== "" && { preview: about }),
      grant,
    },
  );
};

/** Sums of money that differ by less are the same. */
const leastUsd = 1e-12;

const maxChars = 30_000;

/** Its answer; when it came to no good end, why, and the last that it said. */
const lastWords = async (session: Session): Promise<string> => {
  const last = (await session.read(messages)).messages.findLast(({ role }) => role === "assistant");
  const said = last?.role === "assistant" ? textOf(last.parts) : "";
  const { items } = await session.read(transcript);
  const end = items.findLast((item): item is EndItem => item.kind === "end");
  const why = end === undefined || end.state === "completed" ? "" : `It ended ${end.state}: ${end.message ?? end.why}`;
  const words = [why, why === "" || said === "" ? said : `The last that it said:\n${said}`].filter(Boolean).join("\n");
  return words.length > maxChars ? `${words.slice(0, maxChars).toWellFormed()}…` : words;
};
