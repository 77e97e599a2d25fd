/** Sends a command to the session; what it refuses is an error. */
import type { Command } from "../../../contract/command.ts";
import { KelsonError } from "../../../contract/error.ts";
import type { Screen } from "../screen.ts";

/** All of a command but its id, which makes a retried one count once. */
type Wanted = Command extends infer Each ? (Each extends Command ? Omit<Each, "id"> : never) : never;

export const sent = async (screen: Screen, wanted: Wanted): Promise<void> => {
  const outcome = await screen.send({ ...wanted, id: screen.desk.newId() });
  if (!outcome.ok) throw new KelsonError(outcome.code, outcome.message);
};
