/** Secrets in a session: what is written down, told and run. */
import { expect, test } from "vitest";
import type { Delta } from "../../src/contract/delta.ts";
import type { Event } from "../../src/contract/event.ts";
import type { ReplyPart } from "../../src/contract/message.ts";
import type { Part, Provider } from "../../src/contract/provider.ts";
import { textOutcome, type Tool } from "../../src/contract/tool.ts";
import { messages } from "../../src/folds/messages.ts";
import { redactor } from "../../src/secrets/redactor.ts";
import { memory } from "../../src/stores/memory.ts";
import { thisHolder } from "../../src/stores/holder.ts";
import { assembled } from "./assembled.ts";
import { playing, type Turn } from "./playing.ts";
import { settings } from "./run-settings.ts";
import { counting, doing } from "./tools.ts";
import { logOf, marker, other, otherMarker, outcomes, redacting, secret } from "./redacting.ts";
import { cancel, eventsOf, say, streamed, tell, workshop, type Work } from "./workshop.ts";

const working = async (turns: readonly Turn[], tools: readonly Tool[]): Promise<Work> =>
  workshop({ provider: playing(turns), tools, mode: "bypass", change: redacting });

test("what is said, called and found is redacted in the log, the messages and the deltas, and told of", async () => {
  const leak = doing("leak", (_, { output }) => {
    for (const piece of secret.match(/.{1,7}/gu) ?? []) output(piece);
    return textOutcome(`it is ${secret}`);
  });
  const count = counting("count", ["write"]);
  const work = await working(
    [
      {
        text: `so it is ${other}`,
        calls: [
          { name: "leak", input: { text: "x" } },
          { name: "count", input: { text: secret } },
        ],
      },
      { text: "done" },
    ],
    [leak, count],
  );
  const deltas: Delta[] = [];
  work.session.deltas((some) => deltas.push(...some));
  await say(work.session, `mine is ${secret}`);
  const log = await logOf(work);
  expect([log.includes(secret), log.includes(other)]).toEqual([false, false]);
  const said = JSON.stringify(await work.session.read(messages));
  expect(said).not.toContain(secret);
  expect(said).toContain(`mine is ${marker}`);
  const kinds = Object.groupBy(deltas, ({ kind, call = "" }) => `${kind} ${call}`);
  for (const some of Object.values(kinds)) expectWhole(some ?? []);
  expect(kinds["text "]?.map(({ text }) => text).join("")).toBe(`so it is ${otherMarker}done`);
  expect(kinds["output call_1_0"]?.map(({ text }) => text).join("")).toBe(marker);
  expect(kinds["input call_1_1"]?.map(({ text }) => text).join("")).toBe(JSON.stringify({ text: marker }));
  // A call whose arguments lost a secret is refused, and has run nothing.
  expect(count.runs).toEqual([]);
  expect((await outcomes(work)).join("\n")).toContain(
    `invalid_arguments: ${marker} in the arguments stands for a secret`,
  );
  expect(await redactions(work)).toEqual([
    "user.said github×1",
    "model.replied npm×1,github×1",
    "call.finished call_1_0 github×1",
  ]);
  expect((await work.runtime.verify(work.session.id)).ok).toBe(true);
});

const redactions = async (work: Work): Promise<string[]> =>
  (await eventsOf(work)).flatMap(({ type, data }) =>
    type === "secret.redacted"
      ? [
          [data.place, data.call, data.found.map(({ kind, count }) => `${kind}×${count}`).join(",")]
            .filter(Boolean)
            .join(" "),
        ]
      : [],
  );

/** Offsets count what was told before. */
const expectWhole = (deltas: readonly Delta[]): void => {
  const ends = new Map<number, number>();
  for (const { seq, offset, text } of deltas) {
    expect(offset).toBe(ends.get(seq) ?? 0);
    ends.set(seq, offset + text.length);
  }
};

test("the mark of an outcome tells nothing of a secret", async () => {
  const one = await working(
    [{ calls: [{ name: "a", input: { text: "x" } }] }],
    [doing("a", () => textOutcome(secret))],
  );
  await say(one.session, "go");
  const two = await working(
    [{ calls: [{ name: "a", input: { text: "x" } }] }],
    [doing("a", () => textOutcome(marker))],
  );
  await say(two.session, "go");
  expect(await marks(one)).toEqual(await marks(two));
});

const marks = async (work: Work): Promise<string[]> =>
  (await eventsOf(work)).flatMap(({ type, data }) => (type === "call.finished" ? [data.mark] : []));

test("what a provider carries is never altered: thinking goes with its signature", async () => {
  const parts: Part[] = [
    { type: "reasoning", id: "1", text: `thinking of ${secret}`, carry: { signature: "sig1" } },
    { type: "reasoning", id: "2", text: "thinking", carry: { signature: "sig2" } },
    { type: "reasoning", id: "3", text: `aloud of ${secret}` },
    { type: "reasoning", id: "4", text: "", carry: { details: `{"text": "${secret}"}` } },
    { type: "text", id: "5", text: `it is ${secret}`, carry: { item: "a" } },
    { type: "call", id: "6", call: "c", name: "none", carry: { item: "b" } },
    { type: "input", id: "6", json: JSON.stringify({ text: secret }) },
    { type: "finish", stop: "end" },
  ];
  const provider: Provider = {
    model: "test/turns",
    capabilities: { images: true, reasoning: true },
    async *stream({ step }) {
      yield step === 1 ? parts : [{ type: "finish", stop: "end" }];
    },
  };
  const work = await workshop({ provider, change: redacting });
  await say(work.session, "go");
  const replied = (await eventsOf(work)).find(({ type }) => type === "model.replied") as Event<"model.replied">;
  expect(replied.data.parts).toEqual([
    { type: "reasoning", text: "thinking", carry: { signature: "sig2" } },
    { type: "reasoning", text: `aloud of ${marker}` },
    { type: "text", text: `it is ${marker}` },
    { type: "call", id: "c", name: "none", input: { text: marker }, carry: { item: "b" } },
  ] satisfies ReplyPart[]);
});

test("a reply that is cut off keeps no beginning of a secret, in its draft neither", async () => {
  const drafts: string[] = [];
  const store = memory();
  const saving = {
    ...store,
    saveDraft: (...[session, token, draft]: Parameters<typeof store.saveDraft>) => {
      drafts.push(draft.text);
      return store.saveDraft(session, token, draft);
    },
  };
  let clock = 0;
  const work = await workshop({
    store: saving,
    provider: playing([{ text: `so far so good: ${secret.slice(0, 30)}`, hangs: true }]),
    change: (parts) => ({ ...redacting(parts), now: () => (clock += 200) }),
  });
  const heard = streamed(work.session, "good: ");
  await tell(work.session, "go");
  await heard;
  await new Promise((resolve) => setTimeout(resolve, 50));
  await cancel(work.session);
  await work.session.rest();
  expect(drafts.length).toBeGreaterThan(0);
  expect((await logOf(work)) + drafts.join("")).not.toContain("ghp_");
  expect(await logOf(work)).toContain("so far so good: ");
});

test("what waits in the inbox is redacted, also that of another process", async () => {
  const work = await working([], []);
  const held = assembled(
    { provider: playing([]), change: redacting, holder: { ...thisHolder(), pid: 1, started: "0" } },
    {
      ...work.store,
      acquire: () => Promise.resolve({ ok: false, holder: thisHolder() }),
    },
  );
  const guest = await held.open(work.session.id);
  const posted: string[] = [];
  const unwatch = work.store.watch(
    () => void work.store.inbox(work.session.id).then((some) => posted.push(JSON.stringify(some))),
  );
  const sent = guest.send({ type: "say", id: "g", parts: [{ type: "text", text: `from afar ${secret}` }] });
  expect(JSON.stringify(await work.store.inbox(work.session.id))).toContain(`from afar ${marker}`);
  await work.session.rest();
  await sent;
  unwatch();
  expect(posted.join("")).not.toContain(secret);
  expect(await logOf(work)).not.toContain(secret);
});

test("cut after any commit, a session ends as the whole one, with the same markers", async () => {
  const turns: Turn[] = [
    {
      text: `first ${secret}`,
      calls: [
        { name: "look", input: { text: "a" } },
        { name: "look", input: { text: other } },
      ],
    },
    { text: "done" },
  ];
  const bench = () => ({
    provider: playing(turns),
    tools: [doing("look", (text) => textOutcome(`${text} ${secret}`), { effects: ["read"] })],
    settings: settings(),
    change: redacting,
  });
  const whole = await workshop(bench());
  await whole.session.send({ type: "say", id: "only", parts: [{ type: "text", text: `mine: ${secret}` }] });
  await whole.session.rest();
  const lines = (await Array.fromAsync(whole.store.read(whole.session.id))).flat();
  const types = (await eventsOf(whole)).map(({ type }) => type);
  for (let cut = 1; cut < lines.length; cut += 1) {
    // What is told of an event stands in the event's own commit.
    if (types[cut] === "secret.redacted") continue;
    const store = memory();
    await store.create(whole.session.id);
    const lease = await store.acquire(whole.session.id, thisHolder());
    if (!lease.ok) throw new Error("held");
    await store.append({ session: whole.session.id, token: lease.token, lines: lines.slice(0, cut) });
    const session = await assembled(bench(), store).open(whole.session.id);
    await session.send({ type: "say", id: "only", parts: [{ type: "text", text: `mine: ${secret}` }] });
    await session.rest();
    expect({ cut, events: await essences(store, session.id) }).toEqual({
      cut,
      events: await essences(whole.store, session.id),
    });
    await session.close();
  }
});

const essences = async (store: Work["store"], id: string): Promise<unknown[]> =>
  (await eventsOf({ store, session: { id } }))
    .filter(({ type, data }) => type !== "model.failed" && !(type === "model.asked" && data.attempt > 1))
    .map(({ type, data }) => {
      const { durationMs: _, settings: __, ...rest } = data as Record<string, unknown>;
      return { type, ...rest };
    });

test("one that only reports lets all through and tells of it", async () => {
  const reporting = redactor({ values: [], key: () => "key", level: "log" });
  const count = counting("count", ["write"]);
  const work = await workshop({
    provider: playing([{ calls: [{ name: "count", input: { text: secret } }] }, { text: "done" }]),
    tools: [count],
    mode: "bypass",
    change: (parts) => ({ ...parts, redactor: reporting }),
  });
  await say(work.session, `mine is ${secret}`);
  expect(count.runs).toEqual([secret]);
  expect(await logOf(work)).toContain(secret);
  expect((await redactions(work))[0]).toBe("user.said github×1");
});
