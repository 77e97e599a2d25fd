/** What begins with a slash in a chat: not said to the model, but done. */
import { errorCodes, KelsonError } from "../../../contract/error.ts";
import { mode } from "../../../contract/terms.ts";
import { status } from "../../../folds/status/status.ts";
import { costOf, type Tally, usage } from "../../../folds/usage.ts";
import { cleanLine } from "../../terminal/clean.ts";
import { count, counted, money } from "../../terminal/figures.ts";
import { tableText } from "../table-text.ts";
import { type Opening, type Place, withOtherModel } from "./place.ts";

/** What came of it: what the person reads, where the chat goes on (absent: here), and whether it ends. */
export interface Slashed {
  readonly text: string;
  readonly place?: Place;
  readonly quits?: boolean;
}

interface Slash {
  readonly takes?: string;
  readonly about: string;
  readonly run: (opening: Opening, place: Place, argument: string) => Promise<Slashed>;
}

/** The command that a message is, or undefined when it is said to the model. A path such as `/etc/hosts` is no command. */
export const slashIn = (message: string): { readonly name: string; readonly argument: string } | undefined => {
  const [, name, argument = ""] = /^\/([a-z?]+)(?:\s+(.*))?$/su.exec(message) ?? [];
  return name === undefined ? undefined : { name, argument: argument.trim() };
};

/** What is wrong is told, with the code that it would end a program with; nothing then has changed. */
export const slashed = async (
  opening: Opening,
  place: Place,
  { name, argument }: { readonly name: string; readonly argument: string },
): Promise<Slashed & { readonly code: number }> => {
  const slash = Object.hasOwn(slashes, name) ? slashes[name] : undefined;
  if (slash === undefined) return { text: `/${name} is no command; /help lists them\n`, code: 2 };
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
  cost: {
    about: "what the session took so far",
    run: async (_, { session }) => {
      const { total, models } = await session.read(usage);
      const rows = Object.entries(models).map(([model, tally]) => tallyRow(model, tally));
      return { text: tableText([...rows, tallyRow("together", total)], Infinity) };
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

const tallyRow = (name: string, tally: Tally): string[] => [
  cleanLine(name),
  counted(tally.replies, "step"),
  `${count(tally.input)} tokens in, ${count(tally.output)} out`,
  money(costOf(tally)),
];
