/** What begins with a slash in a chat and names no skill: not said to the model, but done. */
import type { Command } from "../../../contract/command.ts";
import { errorCodes, KelsonError } from "../../../contract/error.ts";
import { mode } from "../../../contract/terms.ts";
import { cache } from "../../../folds/cache.ts";
import { status } from "../../../folds/status/status.ts";
import { usage } from "../../../folds/usage.ts";
import { costReport } from "../cost/cost-report.ts";
import { costText } from "../cost/cost-text.ts";
import { skillTable } from "../skill-text.ts";
import { faultLines, noteRows } from "../note-rows.ts";
import { tableText } from "../table-text.ts";
import { viewOf, windowText } from "../window-text.ts";
import { callable, type Opening, type Place, withOtherModel } from "./place.ts";

/**
 * What came of it: what the person reads, a command that the session is given, where the chat goes on (absent: here), and
 * whether it ends.
 */
export interface Slashed {
  readonly text: string;
  readonly command?: Command;
  readonly place?: Place;
  readonly quits?: boolean;
  /** The message calls a skill and is to be said. */
  readonly says?: boolean;
}

interface Slash {
  readonly takes?: string;
  readonly about: string;
  readonly run: (opening: Opening, place: Place, argument: string) => Promise<Slashed>;
}

/** What is wrong is told, with the code that it would end a program with; nothing then has changed. */
export const slashed = async (
  opening: Opening,
  place: Place,
  { name, argument }: { readonly name: string; readonly argument: string },
): Promise<Slashed & { readonly code: number }> => {
  const slash = Object.hasOwn(slashes, name) ? slashes[name] : undefined;
  if (slash === undefined && (await callable(opening, place)).some((skill) => skill.name === name))
    return { text: "", says: true, code: 0 };
  if (slash === undefined)
    return { text: `/${name} is neither a command nor a skill; /help and /skills list them\n`, code: 2 };
  try {
    return { ...(await slash.run(opening, place, argument)), code: 0 };
  } catch (error) {
    if (!(error instanceof KelsonError)) throw error;
    const hint = error.hint === undefined ? "" : `${error.hint}\n`;
    return { text: `Error: ${error.message}\n${hint}`, code: errorCodes[error.code].exit };
  }
};

const slashes: Readonly<Record<string, Slash>> = {
  model: {
    takes: "[name]",
    about: "the model, or go on with another one",
    run: async (opening, place, name) => {
      if (name === "") return { text: `${place.model}\n` };
      const next = await withOtherModel(opening, place, name);
      return { text: `${next.chosen}\n`, place: next };
    },
  },
  mode: {
    takes: "[mode]",
    about: `how freely calls run: ${mode.options.join(", ")}`,
    run: async ({ surroundings }, { session }, typed) => {
      if (typed === "") return { text: `${(await session.read(status)).mode}\n` };
      const { permissionMode: to } = await surroundings.configure({ permissionMode: typed });
      if (to !== undefined) await session.send({ type: "set-mode", id: surroundings.newId(), mode: to });
      return { text: `mode ${to}\n` };
    },
  },
  plan: {
    takes: "[on|off]",
    about: "look and plan first: nothing is changed until you accept a plan",
    run: async ({ surroundings }, { session, configuration }, typed) => {
      if (!["", "on", "off"].includes(typed)) {
        throw new KelsonError("bad_input", `/plan is on or off, got ${JSON.stringify(typed)}`);
      }
      const { mode: now } = await session.read(status);
      const { permissionMode: before = "default" } = configuration;
      const after = now !== "plan" ? now : before === "plan" ? "default" : before;
      const to = typed === "off" ? after : "plan";
      if (to !== now) await session.send({ type: "set-mode", id: surroundings.newId(), mode: to });
      return { text: `mode ${to}\n` };
    },
  },
  cost: {
    about: "what the session took so far, and what the prompt cache saved",
    run: async (_, { session }) => {
      const report = costReport(session.id, (await session.read(cache)).requests, await session.read(usage));
      return { text: costText(report, Infinity) };
    },
  },
  context: {
    about: "what fills the model's window",
    run: async (_, { session }) => {
      const view = await viewOf(session);
      return { text: view === undefined ? nothingYet : windowText(view) };
    },
  },
  compact: {
    takes: "[focus]",
    about: "put a summary in the place of old messages; it keeps what you name",
    run: async ({ surroundings }, { session }, focus) =>
      (await session.read(status)).settings === null
        ? { text: nothingYet }
        : { text: "", command: { type: "compact", id: surroundings.newId(), focus } },
  },
  rewind: {
    takes: "[step]",
    about: "the steps that can be gone back to, or back to one, with the files; what you edited stays",
    run: async ({ surroundings }, place, typed) => {
      const { rewound } = await import("./rewound.ts");
      return rewound(place, typed, surroundings.now());
    },
  },
  tools: {
    about: "what the model may call",
    run: async ({ surroundings }, { configuration }) => {
      const { cwd, env } = surroundings;
      const tools = await (await surroundings.assemble()).tools({ configuration, cwd, env });
      return {
        text: tableText(
          tools.map((tool) => [tool.name, tool.effects.join(", ") || "none"]),
          Infinity,
        ),
      };
    },
  },
  skills: {
    about: "what can be called as /name, with what it is for",
    run: async (opening, place) => ({ text: skillTable(await callable(opening, place), Infinity) }),
  },
  memory: {
    takes: "[words]",
    about: "the notes of earlier sessions, or those in which the words stand",
    run: async ({ surroundings, cwd }, _, words) => {
      const { env, now } = surroundings;
      const { list, search, directories } = await (await surroundings.assemble()).memory({ cwd, env });
      const { notes, faults } = await list();
      const shown = words === "" ? notes : await search(words, mostNotes);
      if (shown.length > 0) return { text: tableText(noteRows(shown, now()), Infinity) + faultLines(faults) };
      const none = words === "" ? "There is no note yet" : "No note has any of these words";
      return { text: `${none} (${directories.user}, ${directories.project})\n${faultLines(faults)}` };
    },
  },
  agents: {
    about: "the sub-agents that the model may start, and those at work",
    run: async ({ surroundings }, { configuration, session }) => {
      const { cwd, env } = surroundings;
      const types = await (await surroundings.assemble()).agents({ configuration, cwd, env });
      const { children } = await session.read(status);
      const rows = [
        ...types.map(({ name, description }) => [name, description]),
        ...children.map(({ id, agent, title }) => [`at work: ${agent}`, `${title} (${id})`]),
      ];
      return { text: tableText(rows, Infinity) };
    },
  },
  help: {
    about: "these commands",
    run: () => {
      const rows = Object.entries(slashes).map(([name, { takes = "", about }]) => [`/${name} ${takes}`, about]);
      const more = "A line that ends with \\ goes on in the next. Ctrl-C cancels a reply, twice leaves.\n";
      return Promise.resolve({ text: tableText(rows, Infinity) + more });
    },
  },
  quit: { about: "leave; the session is kept", run: () => Promise.resolve({ text: "", quits: true }) },
};

const nothingYet = "nothing has been done yet\n";
const mostNotes = 20;
