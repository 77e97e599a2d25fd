/** Lets a person choose a session by its title, directory, age, state or cost. */
import type { SessionSummary } from "../../../contract/runtime.ts";
import { age, counted, money } from "../../terminal/figures.ts";
import type { Screen } from "../screen.ts";
import { pick } from "./pick.ts";
import type { Row } from "./picking.ts";

export interface WhichSession {
  readonly title: string;
  readonly wanted: (session: SessionSummary) => boolean;
}

export const pickSession = (screen: Screen, { title, wanted }: WhichSession): Promise<SessionSummary | undefined> => {
  const { desk } = screen;
  return pick(screen, {
    title,
    rows: async () => {
      const now = desk.now();
      return (await desk.place().runtime.list()).filter(wanted).map((session) => rowOf(session, now));
    },
  });
};

const rowOf = (session: SessionSummary, now: number): Row<SessionSummary> => {
  const { id, kind, title, cwd, changedAt, state, live, steps, costUsd } = session;
  const name = title === "" ? "(nothing said yet)" : title;
  const facts = [age(Math.max(0, now - changedAt)), live ? `${state} (live)` : state, money(costUsd), cwd];
  return {
    value: session,
    label: kind === "agent" ? `(agent) ${name}` : name,
    about: facts.join(" · "),
    details: `${cwd}\n${id} · ${counted(steps, "step")} · ${money(costUsd)}`,
    words: id,
  };
};
