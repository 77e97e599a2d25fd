/** Commands that show what another command of the program says. */
import type { Screen, ScreenCommand } from "../screen.ts";
import { showText } from "../viewers/show-text.ts";

/** The words of the command line for what stands after the slash command. */
interface Report {
  readonly takes?: string;
  readonly about: string;
  readonly words: (argument: string, screen: Screen) => readonly string[];
}

const sessionOf = ({ desk }: Screen): string => desk.place().session.id;

const reports: Readonly<Record<string, Report>> = {
  tools: { about: "what the model may call, and what each tool does to the world", words: () => ["tools", "list"] },
  policy: {
    takes: "[call]",
    about: "the rules that calls are judged by, or how one call would be judged",
    words: (call) => (call === "" ? ["policy", "list"] : ["policy", "explain", ...call.split(/\s+/u)]),
  },
  context: { about: "what fills the model's window", words: (_, screen) => ["context", sessionOf(screen)] },
  cost: {
    about: "what the session took so far, and what the prompt cache saved",
    words: (_, screen) => ["cost", sessionOf(screen)],
  },
  skills: {
    takes: "[name]",
    about: "what can be called as /name, or what one skill says",
    words: (name) => (name === "" ? ["skills", "list"] : ["skills", "show", name]),
  },
  memory: {
    takes: "[words]",
    about: "the notes of earlier sessions, or those in which the words stand",
    words: (words) => (words === "" ? ["memory", "list"] : ["memory", "search", ...words.split(/\s+/u)]),
  },
};

export const reportCommands: readonly ScreenCommand[] = Object.entries(reports).map(
  ([name, { takes, about, words }]): ScreenCommand => ({
    name,
    takes,
    about,
    run: async (screen, argument) => {
      const text = await screen.desk.report(words(argument, screen));
      await showText(screen, { title: argument === "" ? `/${name}` : `/${name} ${argument}`, text });
    },
    ...(name === "skills" && {
      choices: async ({ desk }: Screen) =>
        (await desk.skills()).map((skill) => ({ value: skill.name, about: skill.description })),
    }),
  }),
);
