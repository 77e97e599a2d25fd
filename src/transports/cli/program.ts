/** The command line: which commands there are, and the exit code of the one that was called. */
import { Command, CommanderError } from "commander";
import type { Define, End } from "./define.ts";
import type { Output, Surroundings } from "./surroundings.ts";

/** Each command with what it is for, and its own file, which is loaded only when it is called. */
const commands: Readonly<Record<string, { about: string; load: () => Promise<{ define: Define }> }>> = {
  run: { about: "let a model do a task", load: () => import("./commands/run.ts") },
  chat: { about: "talk with a model, line by line", load: () => import("./commands/chat.ts") },
  tui: { about: "talk with a model on a full screen or in the scrollback", load: () => import("./commands/tui.ts") },
  demo: {
    about: "watch a scripted model mend a failing test, really executed",
    load: () => import("./commands/demo.ts"),
  },
  answer: { about: "answer a call that waits for a person, and go on", load: () => import("./commands/answer.ts") },
  fork: { about: "go on from a step of a session, in a new one", load: () => import("./commands/fork.ts") },
  rewind: {
    about: "put a session's files and conversation back to a step",
    load: () => import("./commands/rewind.ts"),
  },
  replay: { about: "rebuild the requests of sessions offline", load: () => import("./commands/replay.ts") },
  cost: { about: "what a session took, and what the prompt cache saved", load: () => import("./commands/cost.ts") },
  context: { about: "draw what fills the window of a session", load: () => import("./commands/context.ts") },
  sessions: {
    about: "list, show, diff, search, export, import, name, prune, rm",
    load: () => import("./commands/sessions.ts"),
  },
  memory: {
    about: "list, show, search, rm, path of the notes of earlier sessions",
    load: () => import("./commands/memory.ts"),
  },
  profile: { about: "show, edit, clear what is known of you", load: () => import("./commands/profile.ts") },
  tools: {
    about: "list what a model may call; add, remove, check plug-ins",
    load: () => import("./commands/tools.ts"),
  },
  prompt: { about: "show what a model would read here, and send nothing", load: () => import("./commands/prompt.ts") },
  skills: { about: "list, show, check, write skills", load: () => import("./commands/skills.ts") },
  agents: { about: "list and show the types of sub-agents", load: () => import("./commands/agents.ts") },
  models: { about: "list known models with their windows and prices", load: () => import("./commands/models.ts") },
  doctor: { about: "check this machine and a model, and say what to set", load: () => import("./commands/doctor.ts") },
  sandbox: { about: "say what commands are held to, or attack it: test", load: () => import("./commands/sandbox.ts") },
  config: { about: "show, set, init, schema of the configuration", load: () => import("./commands/config.ts") },
  policy: { about: "show the rules, and explain how a call is judged", load: () => import("./commands/policy.ts") },
  trust: { about: "let what this directory's .kelson brings count", load: () => import("./commands/trust.ts") },
  completion: { about: "print a completion script for a shell", load: () => import("./commands/completion.ts") },
  audit: { about: "list, export, verify, erase the log of a session", load: () => import("./commands/audit.ts") },
};

/** Gives back the exit code. */
export const cli = async (given: Omit<Surroundings, "run">): Promise<number> => {
  const surroundings = { ...given, run: cli, stderr: redactedOutput(given.stderr, given.redact) };
  let code = 0;
  const argv = screenAlias(surroundings, printAlias(surroundings.argv));
  try {
    const program = await programOf(surroundings, argv[0], (ended) => void (code = ended));
    await program.parseAsync(argv, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    return (await import("./failed.ts")).failed(surroundings, error);
  }
};

// Standard output is left as it is: what stands there comes from logs, and an export has to keep its seals.
const redactedOutput = (output: Output, redact: Surroundings["redact"]): Output =>
  Object.defineProperties(
    { ...output, write: (text: string) => output.write(redact(text)) },
    {
      columns: { get: () => output.columns },
    },
  );

/** `kelson -p "task"` is `kelson run "task"`, wherever the flag stands. */
const printAlias = (argv: readonly string[]): string[] => {
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  const print = argv.findIndex((word, index) => index < end && (word === "-p" || word === "--print"));
  return print === -1 || isCommand(argv[0]) ? [...argv] : ["run", ...argv.toSpliced(print, 1)];
};

/** `kelson` alone on a terminal is `kelson tui`, and so is `kelson -c` or `kelson -r id`. */
const screenAlias = ({ stdin, stdout }: Surroundings, argv: string[]): string[] => {
  const going = argv[0] === undefined || ["-c", "--continue", "-r", "--resume"].includes(argv[0]);
  return going && stdin.terminal && stdout.terminal ? ["tui", ...argv] : argv;
};

const isCommand = (word: string | undefined): boolean => word !== undefined && Object.hasOwn(commands, word);

/** The program with all its commands, for whoever tells of them. */
export const wholeProgram = (surroundings: Pick<Surroundings, "stdout" | "stderr" | "version">): Promise<Command> =>
  programOf(surroundings as Surroundings, completion, () => {});

const completion = "completion";

/** Only the command that was called is described in full; completion tells of all. */
const programOf = async (surroundings: Surroundings, called: string | undefined, end: End): Promise<Command> => {
  const { stdout, stderr, version } = surroundings;
  const program = new Command("kelson")
    .description("Lets a language model work on a real machine, safely, provably and repeatably.")
    .version(version, "-V, --version")
    .helpOption("-h, --help", "show help")
    .helpCommand(false)
    .addHelpText("after", examples)
    .configureOutput({ writeOut: stdout.write, writeErr: stderr.write, getOutHelpWidth: () => stdout.columns })
    .exitOverride();
  for (const [name, { about, load }] of Object.entries(commands)) {
    const command = program.command(name).description(about).helpCommand(false);
    if (name === called || called === completion) (await load()).define(command, surroundings, end);
  }
  return program;
};

const examples = `
Examples:
  kelson demo
  kelson run "the tests fail: find out why and mend it"
  git diff | kelson -p "review this change" > review.md      (-p is run)
  kelson run -c "now write a test for it"
`;
