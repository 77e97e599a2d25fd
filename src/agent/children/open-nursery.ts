/** Looks after the sub-agents of one session: opens them, brings them answers, and writes down what has come of them. */
import { KelsonError } from "../../contract/error.ts";
import type { Command } from "../../contract/command.ts";
import type { Paused } from "../../contract/host.ts";
import type { Session } from "../../contract/runtime.ts";
import { type Child, waitsForAnswer } from "../../folds/status/children.ts";
import { status } from "../../folds/status/status.ts";
import type { Context } from "../context.ts";
import { agentChangesFiles, saveFiles } from "../save-files.ts";
import { isStoreFailure } from "../store-failure.ts";
import { askedByChild } from "./asked-by-child.ts";
import { type Inheritance, inheritanceOf } from "./inheritance.ts";
import { discard, keptOf } from "./isolation.ts";
import type { Nursery } from "./nursery.ts";
import { progress } from "./progress.ts";
import { failedReport, questionOf, type Report, reportOf } from "./report.ts";

/** Where the sessions of children are. */
export interface ChildSessions {
  /** Opens one, which is made first when it is not there. */
  readonly open: (child: Child, inheritance: Inheritance) => Promise<Session>;
  /** Whether one is there, so that it may have spent something. */
  readonly isThere: (child: Child) => Promise<boolean>;
}

export const openNursery = (context: Context, { open, isThere }: ChildSessions): Nursery => {
  const working = new Map<string, Promise<void>>();
  const sessions = new Set<Session>();
  const questions = new Map<string, Paused>();
  /** Seqs of answers that were passed on by this process. */
  const passedOn = new Set<number>();
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});
  const ending = new Set<string>();
  let stopped = false;

  const childOf = (id: string): Child | undefined => context.read(status).children.find((child) => child.id === id);

  const opened = async <T>(child: Child, use: (session: Session) => Promise<T>): Promise<T> => {
    const session = await open(child, await inheritanceOf(context, child));
    sessions.add(session);
    try {
      if (stopped) throw new KelsonError("interrupted", `session ${context.session} was closed while it worked`);
      return await use(session);
    } finally {
      sessions.delete(session);
      await session.close();
    }
  };

  /** Brings a child what it does not know yet; what it knows it takes no second time. */
  const bring = async (session: Session, { id, ask, task, skill }: Child): Promise<void> => {
    const { mode } = context.read(status);
    await session.send({ type: "say", id: "task", parts: [{ type: "text", text: task }], skill });
    if ((await session.read(status)).mode !== mode)
      await session.send({ type: "set-mode", id: `mode:${context.head().seq}`, mode });
    if (ask?.answer) {
      const { seq, decision, scope, text, input } = ask.answer;
      // What is for always was kept when it was answered here.
      const forChild = scope === "always" ? "session" : scope;
      const answer = { type: "answer", call: ask.of, decision, scope: forChild, text, input } as const;
      await session.send({ ...answer, id: `answer:${seq}` });
      passedOn.add(seq);
    }
    // What it was told before its task had nothing to stop.
    if (ending.has(id)) await session.send({ type: "cancel", id: "cancel:brought" });
  };

  /** Until it has reported, or waits for a person. */
  const lookAfter = async (id: string, session: Session): Promise<void> => {
    for (;;) {
      const child = childOf(id);
      if (child === undefined) return;
      await bring(session, child);
      await session.rest();
      if (stopped) return;
      const report = await reportOf(session, child);
      if (report !== undefined) return finish(child, report);
      const now = childOf(id);
      const isNew = now?.ask === null || (now?.ask?.answer && passedOn.has(now.ask.answer.seq));
      if (now === undefined) return;
      if (ending.has(id)) continue;
      if (isNew) return ask(child, await questionOf(session, child));
      if (waitsForAnswer(now)) return;
    }
  };

  const finish = async (child: Child, report: Report): Promise<void> => {
    const kept = await keptOf(context, child);
    // Its own log says what each of its calls did; here all of it is the work of the call that began it.
    if (agentChangesFiles(context, child)) await saveFiles(context, child.call);
    const text = [report.text, kept].filter(Boolean).join("\n");
    context.append({ type: "agent.reported", data: { ...report, text } });
    await context.saved();
    // Not before: who goes on after a crash opens it once more.
    if (kept === undefined) await discard(context, child);
  };

  // The call of one in the foreground asks by itself.
  const ask = (child: Child, paused: Paused | undefined): void => {
    if (paused?.child === undefined) return;
    if (child.background) {
      const { call, name } = paused.child;
      const here = { call: `${child.id}:${call}:${context.head().seq}`, name, parallel: false };
      context.append({ type: "call.asked", data: askedByChild(paused, here) });
    } else questions.set(child.id, paused);
  };

  const begin = async (child: Child): Promise<void> => {
    try {
      await context.saved();
      await opened(child, (session) => lookAfter(child.id, session).finally(progress(session, child, context)));
    } catch (error) {
      if (stopped) return;
      if (isStoreFailure(error)) return failure.reject(error);
      if (childOf(child.id) === undefined) return;
      const began = await isThere(child).catch(() => true);
      context.append({ type: "agent.reported", data: failedReport(child, error, began) });
    }
  };

  const tend = (): void => {
    if (stopped) return;
    for (const child of context.read(status).children) {
      const { id } = child;
      if (working.has(id) || questions.has(id) || (waitsForAnswer(child) && !ending.has(id))) continue;
      const work = begin(child).finally(() => {
        working.delete(id);
        // What was answered while it came to rest.
        const now = childOf(id);
        if (now?.ask?.answer && !passedOn.has(now.ask.answer.seq)) tend();
      });
      working.set(id, work);
    }
  };

  /** It asks nothing any more, and does not go on, whether it hears of it now or later. */
  const end = (id: string): void => {
    ending.add(id);
    questions.delete(id);
  };

  const send = async (id: string, command: Command): Promise<void> => {
    const child = childOf(id);
    if (child === undefined || stopped) return;
    if (command.type === "cancel") end(id);
    await opened(child, async (session) => void (await session.send(command)));
  };

  // What it cannot be told now it is told before it goes on.
  const tell = (id: string, command: Command): void => void send(id, command).catch(() => {});

  return {
    tend,
    send,
    cancel: () => {
      for (const { id } of context.read(status).children) {
        end(id);
        if (working.has(id)) tell(id, { type: "cancel", id: "cancel" });
      }
    },
    rested: (id) => working.get(id) ?? Promise.resolve(),
    spread: (mode) => {
      for (const id of working.keys()) tell(id, { type: "set-mode", id: `mode:${context.head().seq}`, mode });
    },
    question: (id) => {
      const paused = questions.get(id);
      questions.delete(id);
      return paused;
    },
    failed: () => failure.promise,
    stop: async () => {
      stopped = true;
      await Promise.all([...sessions].map((session) => session.close()));
      await Promise.all(working.values());
    },
  };
};
