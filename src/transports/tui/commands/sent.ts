/** Sends a command to the session. */
import type { Command } from "../../../contract/command.ts";
import type { Screen } from "../screen.ts";

/** All of a command but its id, which makes a retried one count once. */
type Wanted = Command extends infer Each ? (Each extends Command ? Omit<Each, "id"> : never) : never;

/** Whether it was taken; why not has then been told, by whoever sends for the screen. */
export const sent = async (screen: Screen, wanted: Wanted): Promise<boolean> =>
  (await screen.send({ ...wanted, id: screen.desk.newId() })).ok;
