/** The regions that are drawn from the board with each frame. */
import type { Component } from "@earendil-works/pi-tui";
import { callOf } from "../../folds/transcript.ts";
import type { Board } from "./session/board.ts";
import type { Desk } from "./desk.ts";
import { drawAgents } from "./draw/agents.ts";
import { factsOf } from "./draw/facts.ts";
import { drawHeader } from "./draw/header.ts";
import { drawNote } from "./draw/note.ts";
import { drawPlan } from "./draw/plan.ts";
import { drawQueue } from "./draw/queue.ts";
import { drawStatus } from "./draw/status-line.ts";
import type { Drawing, Lines } from "./drawing.ts";
import type { RegionName } from "./layout.ts";
import { region } from "./region.ts";

export interface LiveRegionsParts {
  readonly desk: Desk;
  readonly drawing: () => Drawing;
  readonly board: () => Board | undefined;
  /** What is under way, and what a command of the user's own puts out. */
  readonly live: (drawing: Drawing) => Lines;
  /** A sentence above the status: what a second Ctrl-C does, or that a question waits. */
  readonly hint: () => string | undefined;
  readonly input: Component;
}

export const liveRegions = (parts: LiveRegionsParts): Readonly<Record<RegionName, Component>> => {
  const { desk, drawing, board, live, hint, input } = parts;
  const fromBoard = (draw: (board: Board, drawing: Drawing) => Lines): Component =>
    region(drawing, (look) => {
      const now = board();
      return now === undefined ? [] : draw(now, look);
    });
  return {
    header: region(drawing, (look) => {
      const { session, cwd } = desk.place();
      return [drawHeader({ title: board()?.transcript.title, session: session.id, cwd, version: desk.version }, look)];
    }),
    reply: region(drawing, live),
    agents: fromBoard(({ status: { children }, transcript, live: { doing } }, look) => {
      const agents = children.map((child) => ({
        child,
        beganAt: callOf(transcript, child.call)?.at,
        doing: doing.get(child.id),
      }));
      return drawAgents(agents, look);
    }),
    plan: fromBoard(({ plan, status }, look) => (status.run === null ? [] : drawPlan(plan, look))),
    queue: fromBoard(({ status: { queue } }, look) => drawQueue(queue, look)),
    input,
    status: region(drawing, (look) => {
      const said = hint();
      const now = board();
      const { model } = desk.place();
      return [
        ...(said === undefined ? [] : drawNote("note", said, look)),
        ...(now === undefined ? [] : [drawStatus(factsOf(now, { model, sandbox: now.sandbox, now: look.now }), look)]),
      ];
    }),
  };
};
