/** Tells who looks at a session what a sub-agent of it is doing. */
import type { Session, Stop } from "../../contract/runtime.ts";
import { callSubject } from "../../folds/call-subject.ts";
import type { Child } from "../../folds/status/children.ts";
import type { Context } from "../context.ts";

/** A line for each call that it makes from now on, until it is stopped. */
export const progress = (session: Session, { id, seq }: Child, { now, tell }: Pick<Context, "now" | "tell">): Stop => {
  const since = now();
  let offset = 0;
  return session.events(0, ({ type, at, data }) => {
    if (type !== "model.replied" || at < since) return;
    const calls = (data.parts ?? []).filter((part) => part.type === "call");
    const text = calls.map(({ name, input }) => `${name} ${callSubject(input)}`.trimEnd() + "\n").join("");
    if (text === "") return;
    tell([{ seq, kind: "agent", child: id, offset, text }]);
    offset += text.length;
  });
};
