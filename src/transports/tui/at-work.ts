/** Whether a session is at work: a run is under way there, and does not only wait for a person. */
import { stateOf, type Status } from "../../folds/status/status.ts";

export const isAtWork = (status: Status): boolean => ["running", "waiting_for_tool"].includes(stateOf(status));
