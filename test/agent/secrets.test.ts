/** Secrets in a session: what is written down, told and run, and what an edit may do around a marker. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Parts } from "../../src/agent/context.ts";
import type { Delta } from "../../src/contract/delta.ts";
import type { Event } from "../../src/contract/event.ts";
import type { ReplyPart } from "../../src/contract/message.ts";
import type { Part, Provider } from "../../src/contract/provider.ts";
import { textOutcome, type Tool } from "../../src/contract/tool.ts";
import { messages } from "../../src/folds/messages.ts";
import { redactor } from "../../src/secrets/redactor.ts";
import { memory } from "../../src/stores/memory.ts";
import { thisHolder } from "../../src/stores/holder.ts";
import { applyPatch } from "../../src/tools/apply-patch.ts";
import { editFile } from "../../src/tools/edit-file.ts";
import { readFile as readFileTool } from "../../src/tools/read-file.ts";
import { replaceInFiles } from "../../src/tools/replace-in-files.ts";
import { writeFile as writeFileTool } from "../../src/tools/write-file.ts";
import { drawn, pemBlock } from "../secrets/drawn.ts";
import { assembled } from "./assembled.ts";
import { playing, type Turn } from "./playing.ts";
import { settings } from "./run-settings.ts";
import { counting, doing } from "./tools.ts";
import { cancel, eventsOf, say, streamed, tell, workshop, type Work } from "./workshop.ts";

const secret = `ghp_${drawn("word", 36)}`;
const other = `npm_${drawn("word", 36)}`;
const full = redactor({ values: [], key: () => "key", level: "full" });
const marker = full.text(secret).text;
const otherMarker = full.text(other).text;
const redacting = (parts: Parts): Parts => ({ ...parts, redactor: full });

const working = async (turns: readonly Turn[], tools: readonly Tool[]): Promise<Work> =>
  workshop({ provider: playing(turns), tools, mode: "bypass", change: redacting });

const logOf = async (work: Work): Promise<string> =>
  (await Array.fromAsync(work.store.read(work.session.id)))
    .flat()
    .map(({ text, body }) => `${text} ${body?.text ?? ""}`)
    .join("\n");

const outcomes = async (work: Work): Promise<string[]> =>
  (await eventsOf(work)).flatMap(({ type, data }) =>
    type === "call.finished"
      ? [(data.output ?? []).map((part) => (part.type === "text" ? part.text : "")).join("")]
      : type === "call.denied"
        ? [`${data.category}: ${data.reason}`]
        : [],
  );

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

const files = async (held: Readonly<Record<string, string>>, turns: readonly Turn[], tools: readonly Tool[]) => {
  const cwd = await mkdtemp(join(tmpdir(), "kelson-secrets-"));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(held)) await writeFile(join(cwd, name), text);
  const store = memory();
  const runtime = assembled({ provider: playing(turns), tools, change: redacting }, store);
  const session = await runtime.create({ cwd });
  await session.send({ type: "set-mode", id: "mode", mode: "bypass" });
  const work = { runtime, store, session };
  await say(session, "go");
  expect(await logOf(work)).not.toContain(secret);
  return {
    outcomes: await outcomes(work),
    text: (name: string) => readFile(join(cwd, name), "utf8").catch(() => undefined),
  };
};

const using = (...calls: { name: string; input: unknown }[]): Turn[] => [
  ...calls.map((one) => ({ calls: [one] })),
  { text: "done" },
];
const conf = (token: string, line = "b = 2"): string => `\uFEFFa = 1\r\ntoken ${token} end\r\n${line}\r\n`;

test("an edit around a marker keeps the secret byte for byte", async () => {
  const done = await files(
    { "a.conf": conf(secret), "b.conf": conf(secret) },
    using(
      { name: "read_file", input: { path: "a.conf" } },
      {
        name: "edit_file",
        input: { path: "a.conf", old_string: `${marker} end\nb = 2`, new_string: `${marker} end\nb = 3` },
      },
      {
        name: "replace_in_files",
        input: { glob: "b.conf", find: `token ${marker} end\nb = 2`, replace: `token ${marker} end\nb = 4` },
      },
    ),
    [readFileTool, editFile, replaceInFiles],
  );
  expect(done.outcomes[0]).toContain(`token ${marker} end`);
  expect(await done.text("a.conf")).toBe(conf(secret, "b = 3"));
  expect(await done.text("b.conf")).toBe(conf(secret, "b = 4"));
});

test("a patch and a whole file keep it, too; a move takes it along", async () => {
  const done = await files(
    { "a.conf": conf(secret), "b.conf": conf(secret), "c.conf": conf(secret) },
    using(
      {
        name: "apply_patch",
        input: {
          patch: `*** Begin Patch\n*** Update File: a.conf\n@@\n token ${marker} end\n-b = 2\n+b = 5\n*** End Patch`,
        },
      },
      { name: "write_file", input: { path: "b.conf", content: `only ${marker}\n` } },
      {
        name: "apply_patch",
        input: {
          patch: "*** Begin Patch\n*** Update File: c.conf\n*** Move to: d.conf\n@@\n-b = 2\n+b = 6\n*** End Patch",
        },
      },
    ),
    [applyPatch, writeFileTool],
  );
  expect(await done.text("a.conf")).toBe(conf(secret, "b = 5"));
  expect(await done.text("b.conf")).toBe(`only ${secret}\n`);
  expect(await done.text("d.conf")).toBe(conf(secret, "b = 6"));
  expect(await done.text("c.conf")).toBeUndefined();
});

test("a key of many lines is one marker, and stays", async () => {
  const key = pemBlock("RSA PRIVATE KEY");
  const done = await files(
    { "key.txt": `first\n${key}\nlast\n` },
    using(
      { name: "read_file", input: { path: "key.txt" } },
      { name: "edit_file", input: { path: "key.txt", old_string: "last", new_string: "end" } },
    ),
    [readFileTool, editFile],
  );
  expect(done.outcomes[0]).toMatch(/^1\tfirst\n2\t\[secret:private-key:[0-9a-f]{16}\]\n3\tlast$/u);
  expect(await done.text("key.txt")).toBe(`first\n${key}\nend\n`);
});

test("anywhere else a marker is invalid_arguments, and nothing is written", async () => {
  const a = conf(secret);
  const done = await files(
    { "a.conf": a, "b.conf": "plain = 1\n" },
    using(
      { name: "write_file", input: { path: "new.conf", content: `stolen ${marker}\n` } },
      { name: "write_file", input: { path: "b.conf", content: `stolen ${marker}\n` } },
      { name: "edit_file", input: { path: "b.conf", old_string: "plain = 1", new_string: `plain = ${marker}` } },
      { name: "edit_file", input: { path: "b.conf", old_string: marker, new_string: "x" } },
      { name: "edit_file", input: { path: "a.conf", old_string: marker, new_string: otherMarker } },
      {
        name: "apply_patch",
        input: {
          patch: `*** Begin Patch\n*** Update File: a.conf\n@@\n token ${marker} end\n-b = 2\n+b = 5\n*** Add File: c.conf\n+${marker}\n*** End Patch`,
        },
      },
      {
        name: "apply_patch",
        input: {
          patch: `*** Begin Patch\n*** Update File: a.conf\n*** Move to: d.conf\n@@\n-token ${marker} end\n+token ${marker}\n*** End Patch`,
        },
      },
      { name: "look", input: { text: marker } },
    ),
    [writeFileTool, editFile, applyPatch, counting("look", ["read"])],
  );
  for (const outcome of done.outcomes) expect(outcome).toMatch(/invalid_arguments/u);
  expect(done.outcomes).toHaveLength(8);
  expect(await done.text("a.conf")).toBe(a);
  expect(await done.text("b.conf")).toBe("plain = 1\n");
  for (const name of ["new.conf", "c.conf", "d.conf"]) expect(await done.text(name)).toBeUndefined();
});

test("a marker that stands in a file as it is stays one", async () => {
  const done = await files(
    { "notes.md": `a marker: ${otherMarker}\n`, "both.md": `${secret} ${marker}\n` },
    using(
      {
        name: "edit_file",
        input: { path: "notes.md", old_string: `a marker: ${otherMarker}`, new_string: `see ${otherMarker}` },
      },
      { name: "write_file", input: { path: "both.md", content: `${marker}\n` } },
    ),
    [editFile, writeFileTool],
  );
  expect(await done.text("notes.md")).toBe(`see ${otherMarker}\n`);
  expect(await done.text("both.md")).toBe(`${secret} ${marker}\n`);
  expect(done.outcomes[1]).toContain("cannot be told which is meant");
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
