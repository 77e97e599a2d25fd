/** All sessions as a table. */
import type { SessionSummary } from "../../../contract/runtime.ts";
import { cleanJson, cleanLine } from "../../terminal/clean.ts";
import { age, money } from "../../terminal/figures.ts";
import { shortId } from "../find-session.ts";
import { type StoreFlags, withRuntime } from "../store-command.ts";
import type { Surroundings } from "../surroundings.ts";
import { doingText } from "./doing-text.ts";
import { tableText, tableWidth } from "../table-text.ts";

export const listSessions = (
  surroundings: Surroundings,
  flags: StoreFlags & { readonly json?: boolean; readonly tree?: boolean; readonly all?: boolean },
): Promise<void> =>
  withRuntime(surroundings, flags, async (runtime) => {
    const { stdout, stderr } = surroundings;
    const listed = await runtime.list({ hidden: flags.all ?? false });
    const sessions = flags.tree && !flags.json ? asTree(listed) : listed;
    if (flags.json) {
      for (const session of sessions) stdout.write(`${cleanJson(JSON.stringify(session))}\n`);
      return;
    }
    if (sessions.length === 0) stderr.write(`There is no session yet in ${runtime.place}.\n`);
    else stdout.write(listText(sessions, surroundings.now(), tableWidth(stdout)));
  });

/** A table, and below each session that is not finished what it is at. */
const listText = (sessions: readonly SessionSummary[], now: number, columns: number): string => {
  const [head = "", ...rows] = tableText(sessionRows(sessions, now), columns).trimEnd().split("\n");
  const told = sessions.map((session, index) => {
    const doing = cleanLine(doingText(session));
    return doing === "" ? rows[index] : `${rows[index]}\n${`  … ${doing}`.slice(0, columns)}`;
  });
  return `${[head, ...told].join("\n")}\n`;
};

/** Each session before its forks, whose titles are set in. */
const asTree = (sessions: readonly SessionSummary[], parent?: string, depth = 0): SessionSummary[] =>
  sessions
    .filter(({ forkedFrom }) => forkedFrom?.session === parent)
    .flatMap((session) => [
      { ...session, title: `${"  ".repeat(depth)}${session.title}` },
      ...asTree(sessions, session.id, depth + 1),
    ]);

const titleOf = ({ kind, title, forkedFrom }: SessionSummary, ids: readonly string[]): string => {
  if (kind === "agent") return `(agent) ${title}`;
  return forkedFrom === undefined ? title : `${title} (fork of ${shortId(forkedFrom.session, ids)})`;
};

const sessionRows = (sessions: readonly SessionSummary[], now: number): string[][] => {
  const ids = sessions.map(({ id }) => id);
  const rows = sessions.map((session) => [
    shortId(session.id, ids),
    session.live ? `${session.state} (live)` : session.state,
    String(session.steps),
    session.costUsd === undefined ? "?" : money(session.costUsd),
    age(now - session.changedAt),
    session.cwd,
    titleOf(session, ids),
  ]);
  return [["ID", "STATE", "STEPS", "COST", "AGE", "DIRECTORY", "TITLE"], ...rows];
};
