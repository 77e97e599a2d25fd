/** Golden sessions about what is kept and what is not: skills, notes, what is known of the user, forks, erasures, refused connections. */
import { userSession } from "../../../src/contract/profile.ts";
import { sqlite } from "../../../src/stores/sqlite.ts";
import { call, type Scene } from "../scene.ts";
import type { Setting } from "../stage.ts";

export const skills: Scene = {
  name: "skills",
  setting: {
    home: {
      "skills/knots/SKILL.md":
        "---\nname: knots\ndescription: How knots are tied here\nallowed-tools: Read\n---\nTie $ARGUMENTS with a bowline.\n",
    },
    configuration: {
      profile: true,
      contentPlaces: [{ kind: "skills", directory: "/tmp/kelson-golden/skills/home/skills", source: "user" }],
    },
    roles: {
      knots: {
        asides: { profile: { text: "- likes knots" } },
        turns: [
          call("memory_save", { name: "knots", description: "which knot", type: "project", text: "a bowline" }),
          { text: "I may not keep that now." },
          call("skill", { name: "knots", arguments: "the boat" }),
          call("memory_save", { name: "knots", description: "which knot", type: "project", text: "a bowline" }),
          { text: "Tied." },
          call("memory_save", { name: "knots", description: "which knot", type: "project", text: "a bowline" }),
          { text: "Kept." },
        ],
      },
    },
  },
  play: async ({ runtime, cwd, say }) => {
    await runtime.profile.learn({ text: "- speaks plainly", by: "user" });
    const session = await runtime.create({ cwd });
    await say(session, "/knots the anchor");
    await say(session, "Do it by yourself.");
    await say(session, "Keep it.");
    await session.close();
    const later = await runtime.create({ cwd });
    await later.close();
    await runtime.profile.learn({ text: "- speaks plainly\n- ties knots", by: "agent" });
    await runtime.profile.clear();
    return { skills: session.id, profile: userSession };
  },
};

const looking: Setting = {
  files: { "note.txt": "calm\n" },
  roles: {
    "What is": {
      turns: [call("read_file", { path: "note.txt" }), { text: "It is calm." }, { text: "Still calm." }],
    },
  },
};

export const fork: Scene = {
  name: "fork",
  setting: looking,
  play: async ({ runtime, cwd, say }) => {
    const session = await runtime.create({ cwd, title: "weather" });
    await say(session, "What is the weather?");
    await session.close();
    const forked = await runtime.fork(session.id, { at: { step: 1 } });
    await say(forked, "And now?");
    await forked.close();
    return { fork: forked.id };
  },
};

export const erased: Scene = {
  name: "erased",
  setting: looking,
  play: async ({ runtime, cwd, say }) => {
    const session = await runtime.create({ cwd });
    await say(session, "What is the weather?");
    await session.close();
    await runtime.erase(session.id, "all");
    return { erased: session.id };
  },
};

export const files: Scene = {
  name: "files",
  setting: {
    store: (directory) => sqlite(directory),
    files: { "note.txt": "calm\n" },
    roles: {
      "Write it": {
        turns: [
          call("write_file", { path: "note.txt", content: "storm\n" }),
          call("bash", { command: "mkdir -p deck && echo wet > deck/log" }),
          { text: "Written." },
        ],
      },
    },
  },
  play: async ({ runtime, cwd, say, send }) => {
    const session = await runtime.create({ cwd });
    await send(session, { type: "set-mode", mode: "bypass" });
    await say(session, "Write it down.");
    await session.close();
    await runtime.rewind(session.id, { to: 1, what: "files" });
    return { files: session.id };
  },
};

/** Nobody listens at this port, and the sandbox lets nobody ask. */
const refusedConnection = "curl --silent --max-time 5 http://127.0.0.1:9/ || echo refused";

export const egress: Scene = {
  name: "egress",
  setting: {
    configuration: { sandbox: "workspace-write" },
    roles: {
      "Call out": { turns: [call("bash", { command: refusedConnection }), { text: "Nobody may be reached." }] },
    },
  },
  play: async ({ runtime, cwd, say, send }) => {
    const session = await runtime.create({ cwd });
    await send(session, { type: "set-mode", mode: "bypass" });
    await say(session, "Call out.");
    await session.close();
    return { egress: session.id };
  },
};
