/** A store finds what was said, and nothing that is gone. */
import { expect, it } from "vitest";
import type { Hit, Line, Searching, Store } from "../../../contract/store.ts";
import { held } from "./samples.ts";

export const searchTests = (store: () => Store): void => {
  const find = async (words: string, more: Partial<Searching> = {}): Promise<string[]> =>
    (await store().search(words, { limit: 10, ...more })).map(({ session, seq }) => `${session} ${seq}`);

  it("finds what the user said, what the model replied and titles, and says who, when and where", async () => {
    await talk(store(), "one", [
      opened("/work/a"),
      user("The lighthouse is red."),
      model("I shall paint the gull."),
      title("Painting at the coast"),
      user("a nudge about herons", "nudge"),
      queued("and the pelican, too"),
    ]);
    const hit = (seq: number, by: Hit["by"], text: string): Hit[] => [
      { session: "one", seq, at: 1_000 + seq, by, cwd: "/work/a", text },
    ];
    expect(await store().search("lighthouse", { limit: 10 })).toEqual(hit(1, "user", "The lighthouse is red."));
    expect(await store().search("gull", { limit: 10 })).toEqual(hit(2, "model", "I shall paint the gull."));
    expect(await store().search("coast", { limit: 10 })).toEqual(hit(3, "title", "Painting at the coast"));
    expect(await store().search("pelican", { limit: 10 })).toEqual(hit(5, "user", "and the pelican, too"));
    // What a guard wrote, what a model thought, and the names of fields were said by nobody.
    expect(await find("herons thinking parts origin")).toEqual([]);
  });

  it("puts first what has more of the words, and rarer ones; of equals the newest", async () => {
    await talk(store(), "one", [
      opened("/a"),
      user("a red house"),
      user("a red red boat with sails"),
      user("a blue boat"),
    ]);
    await talk(store(), "two", [opened("/b"), user("nothing"), user("a blue boat")]);
    expect((await find("blue boat")).slice(0, 2)).toEqual(["one 3", "two 2"]);
    expect((await find("boat with sails"))[0]).toBe("one 2");
    expect(await find("boat", { limit: 1 })).toHaveLength(1);
  });

  it("takes words without case and accents, longer words for shorter ones, and no sign for an operator", async () => {
    await talk(store(), "one", [opened("/a"), user("Grüße aus Zürich: the TESTS fail"), user("東京へ行く")]);
    expect(await find("grüsse")).toEqual(["one 1"]);
    expect(await find("zurich")).toEqual(["one 1"]);
    expect(await find("test")).toEqual(["one 1"]);
    expect(await find("te")).toEqual([]);
    expect(await find("京")).toEqual(["one 2"]);
    for (const odd of [
      '"',
      "tests AND NOT",
      "tests OR *",
      "words:tests",
      "tests^2",
      "NEAR(tests fail)",
      "-tests",
      "'; --",
    ])
      expect([odd, await find(odd)]).toEqual([odd, odd.includes("tests") ? ["one 1"] : []]);
    expect([await find(""), await find(" … ")]).toEqual([[], []]);
  });

  it("searches only among the sessions that are chosen, and tells what they are chosen by", async () => {
    await talk(store(), "one", [opened("/a"), user("lighthouse")]);
    await talk(store(), "two", [opened("/b", { kind: "agent", parent: "one" }), user("lighthouse")]);
    await store().create("empty");
    const known: unknown[] = [];
    const among: Searching["among"] = (sessions) => {
      known.push(...sessions.toSorted((one, other) => one.id.localeCompare(other.id)));
      return ["two", "unknown"];
    };
    expect(await find("lighthouse", { among })).toEqual(["two 1"]);
    expect(known).toEqual([
      { id: "one", cwd: "/a", user: "tester", kind: "main" },
      { id: "two", cwd: "/b", user: "tester", kind: "agent", parent: "one" },
    ]);
  });

  it("finds what came since, in texts of any size, and shows where it stands", async () => {
    const token = await talk(store(), "one", [opened("/a"), user("first")]);
    expect(await find("lighthouse")).toEqual([]);
    const far = `${"sand ".repeat(20_000)}the lighthouse${" sand".repeat(20_000)}`;
    await store().append({ session: "one", token, lines: [user(far)].map(placed("one", 2)) });
    const [hit] = await store().search("lighthouse", { limit: 1 });
    expect(hit).toMatchObject({ session: "one", seq: 2 });
    expect(hit?.text).toMatch(/^…sand .* the lighthouse sand .*…$/u);
    expect(hit?.text.length).toBeLessThan(400);
  });

  it("finds nothing that was erased or removed, and still the rest", async () => {
    const token = await talk(store(), "one", [opened("/a"), user("lighthouse"), user("lighthouse")]);
    await talk(store(), "two", [opened("/a"), user("lighthouse")]);
    expect(await find("lighthouse")).toHaveLength(3);
    await store().erase("one", token, [1]);
    expect((await find("lighthouse")).toSorted()).toEqual(["one 2", "two 1"]);
    await store().remove("one");
    expect(await find("lighthouse")).toEqual(["two 1"]);
    await talk(store(), "one", [opened("/a"), user("gull")]);
    expect([await find("lighthouse"), await find("gull")]).toEqual([["two 1"], ["one 1"]]);
  });

  it("answers several searches at once, beside lines that are no events", async () => {
    const token = await talk(store(), "one", [opened("/a"), user("lighthouse")]);
    const broken = ["{", '{"type":"user.said","data":{"origin":"user"}}', "[]", '{"type":"user.said","at":1}'];
    const lines = broken.map((text, index) => ({ ...placed("one", 2 + index)(user("gull"), 0), text }));
    await store().append({ session: "one", token, lines });
    const found = await Promise.all(["lighthouse", "gull", "lighthouse"].map((words) => find(words)));
    expect(found).toEqual([["one 1"], [], ["one 1"]]);
  });
};

/** A line without its place. */
interface Said {
  readonly type: string;
  readonly data: object;
  readonly body?: object;
}

const opened = (cwd: string, { kind = "main", parent }: { kind?: string; parent?: string } = {}): Said => ({
  type: "session.opened",
  data: { cwd, user: "tester", kind, ...(parent !== undefined && { parent: { session: parent } }) },
});
const user = (text: string, origin = "user"): Said => ({
  type: "user.said",
  data: { origin },
  body: { parts: [{ type: "text", text }] },
});
const queued = (text: string): Said => ({ ...user(text), type: "message.queued", data: { steer: false } });
const model = (text: string): Said => ({
  type: "model.replied",
  data: { calls: [] },
  body: {
    parts: [
      { type: "reasoning", text: "thinking" },
      { type: "text", text },
    ],
  },
});
const title = (text: string): Said => ({ type: "session.named", data: {}, body: { title: text } });

const placed =
  (session: string, from: number) =>
  ({ type, data, body }: Said, index: number): Line => {
    const seq = from + index;
    const text = JSON.stringify({ session, seq, at: 1_000 + seq, type, data });
    const line = { session, seq, text, seal: `seal of ${seq}` };
    return body === undefined ? line : { ...line, body: { salt: `salt ${seq}`, text: JSON.stringify(body) } };
  };

/** Gives the token of the session, which this process holds. */
const talk = async (store: Store, session: string, said: readonly Said[]): Promise<number> => {
  const token = await held(store, session);
  await store.append({ session, token, lines: said.map(placed(session, 0)) });
  return token;
};
