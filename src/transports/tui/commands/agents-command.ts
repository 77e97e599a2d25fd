/** The command `/agents`: the sub-agents of the session, to look into; or the types that there are. */
import { age, counted, duration } from "../../terminal/figures.ts";
import { type Spawned, type SpawnedAgent, spawned } from "../pickers/spawned.ts";
import { pick } from "../pickers/pick.ts";
import type { Row } from "../pickers/picking.ts";
import type { ScreenCommand } from "../screen.ts";
import { lookInside } from "../viewers/look-inside.ts";
import { showText } from "../viewers/show-text.ts";
import { oneOf } from "./one-of.ts";

export const agentsCommand: ScreenCommand = {
  name: "agents",
  takes: "[types]",
  about: "look into the sub-agents of the session; or the types that the model may start",
  choices: () => Promise.resolve([{ value: "types" }]),
  run: async (screen, typed) => {
    if (typed !== "") oneOf("/agents", typed, ["types"]);
    const { desk } = screen;
    const { agents }: Spawned = await desk.place().session.read(spawned);
    if (typed !== "" || agents.length === 0) {
      await showText(screen, { title: "Types of sub-agents", text: await desk.report(["agents", "list"]) });
      return;
    }
    const now = desk.now();
    const rows = agents
      .toReversed()
      .toSorted((one, other) => Number(one.ended !== undefined) - Number(other.ended !== undefined))
      .map((agent) => rowOf(agent, now));
    const id = await pick(screen, { title: "Sub-agents: look into", rows });
    if (id !== undefined) await lookInside(screen, id);
  },
};

const rowOf = ({ id, agent, title, at, ended }: SpawnedAgent, now: number): Row<string> => {
  const state =
    ended === undefined
      ? `at work for ${duration(Math.max(0, now - at))}`
      : `${ended.state}, ${counted(ended.steps, "step")}, ${age(Math.max(0, now - ended.at))}`;
  return { value: id, label: `${agent}: ${title === "" ? "[erased]" : title}`, about: state, details: id };
};
