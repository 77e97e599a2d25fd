/** Commands about sessions: another one, a new one, one that begins with this one's lines, and a name for it. */
import { KelsonError } from "../../../contract/error.ts";
import type { SessionSummary } from "../../../contract/runtime.ts";
import { pickPoint } from "../pickers/pick-point.ts";
import { pickSession } from "../pickers/pick-session.ts";
import type { Point } from "../pickers/points.ts";
import type { Screen, ScreenCommand } from "../screen.ts";
import { lookInside } from "../viewers/look-inside.ts";
import { sent } from "./sent.ts";
import { stopRun } from "./stop-run.ts";

/** Gives back whether the session before is kept. */
const goTo = async (screen: Screen, id: string | undefined): Promise<boolean> => {
  const { kept } = await screen.desk.switchSession(id);
  screen.moved();
  return kept;
};

const resume: ScreenCommand = {
  name: "resume",
  takes: "[session]",
  about: "go on with another session",
  choices: async ({ desk }) =>
    (await desk.place().runtime.list())
      .filter(({ kind }) => kind === "main")
      .map(({ id, title }) => ({ value: id, about: title })),
  run: async (screen, typed) => {
    const here = screen.desk.place().session.id;
    const session =
      typed === ""
        ? await pickSession(screen, { title: "Go on with", wanted: ({ id, kind }) => kind === "main" && id !== here })
        : await sessionNamed(screen, typed);
    if (session !== undefined && session.id !== here && (await stopRun(screen))) await goTo(screen, session.id);
  },
};

/** By its id, or the beginning or the end of it. */
const sessionNamed = async ({ desk }: Screen, typed: string): Promise<SessionSummary> => {
  const sessions = await desk.place().runtime.list();
  const exact = sessions.filter(({ id }) => id === typed);
  const found = exact.length > 0 ? exact : sessions.filter(({ id }) => id.startsWith(typed) || id.endsWith(typed));
  if (found.length === 1 && found[0] !== undefined) return found[0];
  const what = JSON.stringify(typed);
  if (found.length === 0) throw new KelsonError("not_found", `no session has the id ${what}; /resume lists them`);
  throw new KelsonError("bad_input", `${what} could be any of ${found.map(({ id }) => id).join(", ")}`);
};

const sessions: ScreenCommand = {
  name: "sessions",
  about: "all sessions, those of sub-agents too; one that you choose is opened, a sub-agent's looked into",
  run: async (screen) => {
    const session = await pickSession(screen, { title: "Sessions", wanted: ({ kind }) => kind !== "user" });
    if (session === undefined) return;
    if (session.kind === "agent") await lookInside(screen, session.id);
    else if (session.id !== screen.desk.place().session.id && (await stopRun(screen))) await goTo(screen, session.id);
  },
};

const name: ScreenCommand = {
  name: "name",
  takes: "[title]",
  about: "give the session a title",
  run: async (screen, title) => {
    if (title === "")
      screen.tell(
        "note",
        `this session is ${screen.board()?.transcript.title ?? "not named yet"}; /name gives it a title`,
      );
    else if (await sent(screen, { type: "name", title })) screen.tell("note", `named ${JSON.stringify(title)}`);
  },
};

/** Made and let go, so that the screen can open it. */
const forkAt = async (screen: Screen, at: Point | "end"): Promise<string> => {
  const { runtime, session } = screen.desk.place();
  const fork = await runtime.fork(session.id, at === "end" ? {} : { at: { seq: at.seq - 1 } });
  await fork.close();
  return fork.id;
};

const fork: ScreenCommand = {
  name: "fork",
  about: "go on in a new session that begins with this one's lines; this one stays as it is",
  run: async (screen) => {
    const before = screen.desk.place().session.id;
    const point = await pickPoint(screen, { title: "Fork before which message?", end: "here, with all that was said" });
    if (point === undefined || !(await stopRun(screen))) return;
    await goTo(screen, await forkAt(screen, point));
    if (point !== "end") screen.input.set(point.text);
    screen.tell("note", `session ${before} stays as it is`);
  },
};

const beginAnew = (called: string): ScreenCommand => ({
  name: called,
  about: "begin a new session; this one is kept",
  run: async (screen) => {
    const before = screen.desk.place().session.id;
    if (!(await stopRun(screen))) return;
    const kept = await goTo(screen, undefined);
    screen.tell("note", kept ? `a new session; the one before is kept: /resume ${before}` : "a new session");
  },
});

const quit: ScreenCommand = {
  name: "quit",
  about: "leave; the session is kept, if something was said in it",
  run: async (screen) => {
    if (await stopRun(screen)) screen.leave();
  },
};

export const sessionCommands: readonly ScreenCommand[] = [
  sessions,
  resume,
  name,
  fork,
  beginAnew("clear"),
  beginAnew("new"),
  quit,
];
