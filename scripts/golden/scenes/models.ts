/** Golden sessions about what models do: fail, stop short, go round in circles, answer in a wrong shape, send others. */
import { call, type Scene } from "../scene.ts";

const same = call("list_directory", {});

export const troubles: Scene = {
  name: "troubles",
  setting: {
    home: {
      "other.json": JSON.stringify({
        turns: [
          { text: "A long answer that is cut", stop: "max_tokens" },
          { text: " off and goes on." },
          ...Array.from({ length: 6 }, () => same),
        ],
      }),
    },
    configuration: { fallbackModel: "scripted//tmp/kelson-golden/troubles/home/other.json", maxSteps: 20 },
    roles: {
      "Try hard": {
        turns: [
          { text: "I begin", fail: { category: "overloaded", message: "too many at once" } },
          ...Array.from({ length: 2 }, () => ({ fail: { category: "authentication", message: "no key" } }) as const),
          ...Array.from({ length: 6 }, () => same),
        ],
      },
    },
  },
  play: async ({ runtime, cwd, say }) => {
    const session = await runtime.create({ cwd });
    await say(session, "Try hard.");
    await say(session, "Once more.");
    await session.close();
    return { troubles: session.id };
  },
};

export const schema: Scene = {
  name: "schema",
  setting: {
    output: { type: "object", properties: { masts: { type: "integer" } }, required: ["masts"] },
    roles: { "How many": { turns: [{ text: "Three, I think." }, { text: '{"masts": 3}' }] } },
  },
  play: async ({ runtime, cwd, say }) => {
    const session = await runtime.create({ cwd });
    await say(session, "How many masts?");
    await session.close();
    return { schema: session.id };
  },
};

export const agents: Scene = {
  name: "agents",
  setting: {
    files: { "hull.txt": "sound\n" },
    roles: {
      "Have the hull": {
        turns: [
          call("agent", { description: "look at the hull", prompt: "Read hull.txt and tar it." }),
          call("agent", { description: "count the ropes", prompt: "Say how many ropes.", run_in_background: true }),
          { text: "The hull is being seen to." },
          { text: "Both have told me." },
          { text: "Both have told me again." },
        ],
      },
      "Read hull.txt": {
        turns: [
          call("read_file", { path: "hull.txt" }),
          call("write_file", { path: "hull.txt", content: "tarred\n" }),
          { text: "Sound, and tarred." },
        ],
      },
      "Say how many": { turns: [{ text: "Forty ropes." }] },
    },
  },
  play: async ({ runtime, cwd, say, answer }) => {
    const session = await runtime.create({ cwd });
    await say(session, "Have the hull looked at.");
    await answer(session, { decision: "yes" });
    await session.close();
    const children = (await runtime.list()).filter(({ kind }) => kind === "agent").toSorted(byId);
    const files = children.map(({ id }, index) => [`agents-child-${index + 1}`, id]);
    return { agents: session.id, ...Object.fromEntries(files) };
  },
};

const byId = (one: { readonly id: string }, other: { readonly id: string }): number => (one.id < other.id ? -1 : 1);
