/** Leaves a session. One in which nothing was said is not kept: nobody would look for it, and `-c` would find it. */
import type { Runtime, Session } from "../../contract/runtime.ts";
import { stateOf, status } from "../../folds/status/status.ts";
import { summary } from "../../folds/summary.ts";

/** Closes it. Gives back whether it is still there. */
export const leaveSession = async (runtime: Runtime, session: Session): Promise<boolean> => {
  const blank = await isBlank(session).catch(() => false);
  await session.close();
  if (!blank || (await runtime.view(session.id).waiting()) > 0) return true;
  // Somebody else may have it open.
  return runtime.remove(session.id).then(
    () => false,
    () => true,
  );
};

const isBlank = async (session: Session): Promise<boolean> => {
  const at = await session.read(status);
  if (stateOf(at) !== "idle" || at.queue.length > 0) return false;
  const { title, named, forkedFrom } = await session.read(summary);
  return title === "" && !named && forkedFrom === null;
};
