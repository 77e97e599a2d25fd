/** When a log is signed, and what happens when it cannot be. */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { installation } from "../../src/signers/installation.ts";
import { newDirectory } from "../stores/directory.ts";
import { assembled } from "./assembled.ts";
import { call, playing } from "./playing.ts";
import { limited } from "./run-settings.ts";
import { refusing } from "./stores.ts";
import { counting } from "./tools.ts";
import { eventsOf, say, standing, tell, workshop } from "./workshop.ts";

const typesOf = async (work: Parameters<typeof eventsOf>[0]): Promise<string[]> =>
  (await eventsOf(work)).map(({ type }) => type);

describe("a log is signed", () => {
  test("when a run ends, and the head beside the key is that of the signature's own line", async () => {
    const signer = installation(newDirectory());
    const work = await workshop({ provider: playing([{ text: "One." }, { text: "Two." }]), signer });
    await say(work.session, "one");
    await say(work.session, "two");
    const events = await eventsOf(work);
    const ends = events.filter(({ type }) => type === "run.ended").map(({ seq }) => seq);
    const signatures = events.filter((event) => event.type === "log.signed");
    expect(signatures.map(({ seq, data }) => [seq, data.seq, data.count])).toEqual(
      ends.map((seq) => [seq + 1, seq, seq + 1]),
    );
    const last = await work.store.last(work.session.id);
    expect(await signer.kept(work.session.id)).toMatchObject({
      seq: last?.seq,
      count: events.length,
      seal: last?.seal,
    });
    expect(await work.runtime.verify(work.session.id)).toMatchObject({ ok: true, attested: { lines: events.length } });
  });

  test("when a session is let go while it waits, but not when somebody only looked", async () => {
    const signer = installation(newDirectory());
    const tools = [counting("act", ["write"], false)];
    const bench = { provider: playing([{ calls: [call("act", "a")] }, { text: "Done." }]), tools, signer };
    const work = await workshop({ ...bench, mode: "manual" });
    await say(work.session, "do it");
    await work.session.close();
    const types = await typesOf(work);
    expect(types.slice(-2)).toEqual(["call.asked", "log.signed"]);
    const again = await assembled(bench, work.store).open(work.session.id);
    await again.close();
    expect(await typesOf(work)).toEqual(types);
  });

  test("when it was left unsigned by a crash, before anything else is done", async () => {
    const work = await workshop({ provider: playing([{ text: "One." }]) });
    await say(work.session, "one");
    await work.session.close();
    expect((await typesOf(work)).at(-1)).toBe("run.ended");
    const bench = { provider: playing([{ text: "One." }, { text: "Two." }]), signer: installation(newDirectory()) };
    const session = await assembled(bench, work.store).open(work.session.id);
    await session.rest();
    expect((await typesOf(work)).slice(-2)).toEqual(["run.ended", "log.signed"]);
  });

  test("when a run met a bug", async () => {
    const signer = installation(newDirectory());
    const work = await workshop({
      provider: playing([{ text: "One." }]),
      signer,
      change: (parts) => ({
        ...parts,
        sources: [{ name: "broken", gather: () => Promise.reject(new TypeError("a bug")) }],
      }),
    });
    await say(work.session, "one");
    expect((await typesOf(work)).slice(-2)).toEqual(["run.ended", "log.signed"]);
    expect(await standing(work)).toEqual({ state: "error", open: 0, chain: true });
  });

  test("on its way, when it is long", async () => {
    const turns = Array.from({ length: 130 }, (_, index) => ({ calls: [call("look", String(index))] }));
    const work = await workshop({
      provider: playing([...turns, { text: "Done." }]),
      tools: [counting("look", ["read"])],
      signer: installation(newDirectory()),
      settings: limited({ steps: 0 }),
    });
    await say(work.session, "look everywhere");
    const signed = (await eventsOf(work)).flatMap(({ type, seq }) => (type === "log.signed" ? [seq] : []));
    expect(signed.length).toBeGreaterThanOrEqual(2);
    expect(signed[0]).toBeLessThan(520);
  });
});

describe("a run that cannot be signed", () => {
  test("does not begin", async () => {
    const directory = newDirectory();
    writeFileSync(join(directory, "audit-ed25519.pem"), "no key");
    const { tools, runs } = acting();
    const work = await workshop({
      provider: playing([{ calls: [call("act", "a")] }]),
      tools,
      signer: installation(directory),
    });
    await tell(work.session, "do it");
    await expect(work.session.rest()).rejects.toMatchObject({ code: "store_failed" });
    expect(runs).toEqual([]);
    expect(await typesOf(work)).not.toContain("run.started");
  });

  test("says so when its head cannot be kept", async () => {
    const directory = newDirectory();
    const signer = installation(directory);
    const work = await workshop({ provider: playing([{ text: "One." }]), signer });
    signer.publicKey();
    writeFileSync(join(directory, "heads"), "in the way");
    await tell(work.session, "one");
    await expect(work.session.rest()).rejects.toMatchObject({ code: "store_failed" });
    rmSync(join(directory, "heads"));
  });
});

const acting = () => {
  const act = counting("act", ["write"], false);
  return { tools: [act], runs: act.runs };
};

describe("a failed audit write stops the run", () => {
  test.each(["write", "execute", "network", "external"] as const)(
    "before a call that would %s begins",
    async (effect) => {
      const { store, mend } = refusing("call.started");
      const act = counting("act", [effect], false);
      const provider = playing([{ calls: [call("act", "a")] }, { text: "Done." }]);
      const work = await workshop({ provider, tools: [act], store, mode: "bypass" });
      await tell(work.session, "do it");
      await expect(work.session.rest()).rejects.toMatchObject({ code: "store_failed" });
      expect(act.runs).toEqual([]);
      expect(await typesOf(work)).not.toContain("call.started");
      // When it can be written down again, it is known that the call was begun, and not what came of it.
      mend();
      await work.session.rest();
      expect({ runs: act.runs, ...(await standing(work)) }).toEqual({
        runs: [],
        state: "completed",
        open: 0,
        chain: true,
      });
    },
  );

  test("before the model is asked", async () => {
    const { store } = refusing("model.asked");
    const inner = playing([{ text: "Done." }]);
    let asked = 0;
    const stream: typeof inner.stream = (...given) => {
      asked += 1;
      return inner.stream(...given);
    };
    const work = await workshop({ provider: { ...inner, stream }, store });
    await tell(work.session, "do it");
    await expect(work.session.rest()).rejects.toMatchObject({ code: "store_failed" });
    expect(asked).toBe(0);
  });

  test("after a call whose outcome could not be written: nothing else is done", async () => {
    const { store } = refusing("call.finished");
    const act = counting("act", ["write"], false);
    const provider = playing([{ calls: [call("act", "a"), call("act", "b")] }, { text: "Done." }]);
    const work = await workshop({ provider, tools: [act], store, mode: "bypass" });
    await tell(work.session, "do it");
    await expect(work.session.rest()).rejects.toMatchObject({ code: "store_failed" });
    expect(act.runs).toEqual(["a"]);
  });
});

test.skipIf(process.getuid?.() === 0)("a key directory that cannot be written is said (not as root)", () => {
  const directory = join(newDirectory(), "closed");
  mkdirSync(directory);
  chmodSync(directory, 0o500);
  expect(() => installation(directory).publicKey()).toThrow(/a key to sign logs with cannot be made/u);
});
