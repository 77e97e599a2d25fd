/** What is wrong after a soak: what was lost, done twice, broken, or came out otherwise than where nothing was disturbed. */
import { isDeepStrictEqual } from "node:util";
import type { Event } from "../../src/contract/event.ts";
import { interrupted, nameOf, type Outcome, outcomesOf, saidIn, type Tree } from "./outcome.ts";

/** A sentence for each fault. `whole` is the tree of a run that nothing disturbed, `shown` all that any process has shown. */
export const faultsIn = (tree: Tree, shown: readonly Event[], whole: Tree): readonly string[] => [
  ...lostEvents(tree, shown),
  ...repeatedWords(tree),
  ...wrongEffects(tree, whole),
  ...wrongFamilies(tree),
  ...differences(tree, whole),
];

/** What was shown must be in the log, as it was shown. */
const lostEvents = ({ sessions }: Tree, shown: readonly Event[]): string[] =>
  shown
    .filter((event) => !isDeepStrictEqual(sessions.get(event.session)?.[event.seq], event))
    .map(({ session, seq, type }) => `${type}, line ${seq} of ${session}, was shown and is not in the log`);

/** Nobody was heard twice. */
const repeatedWords = ({ sessions }: Tree): string[] =>
  [...sessions.values()].flatMap((events) =>
    saidIn(events)
      .filter((said, index, all) => all.indexOf(said) !== index)
      .map((said) => `${said} was said twice to ${nameOf(events)}`),
  );

/** Each call had its effect once, or was cut off before it. */
const wrongEffects = (tree: Tree, whole: Tree): string[] => {
  const lost = lostCalls(tree);
  const twice = tree.effects.filter((effect, index) => tree.effects.indexOf(effect) !== index);
  const missing = whole.effects.filter((effect) => !tree.effects.includes(effect) && !lost.has(effect));
  const strange = tree.effects.filter((effect) => !whole.effects.includes(effect));
  return [
    ...twice.map((effect) => `${effect} was done twice`),
    ...missing.map((effect) => `${effect} was not done, and no call of it was cut off`),
    ...strange.map((effect) => `${effect} was done, and nobody asked for it`),
  ];
};

/** The effects of calls that were closed as interrupted. */
const lostCalls = ({ sessions }: Tree): ReadonlySet<string> => {
  const effects = [...sessions.values()].flatMap((events) => {
    const cut = new Set(
      events.flatMap(({ type, data }) =>
        type === "call.finished" && !data.ok && data.category === interrupted ? [data.call] : [],
      ),
    );
    return events.flatMap(({ type, data }) =>
      type === "call.started" && cut.has(data.call)
        ? [/echo (\S+)/u.exec((data.input as { command?: string }).command ?? "")?.[1] ?? ""]
        : [],
    );
  });
  return new Set(effects);
};

/** Each sub-agent that was begun is there, and has reported once. */
const wrongFamilies = ({ sessions }: Tree): string[] =>
  [...sessions.values()].flatMap((events) =>
    events.flatMap(({ type, data }) => {
      if (type !== "agent.spawned") return [];
      const reports = events.filter((event) => event.type === "agent.reported" && event.data.child === data.child);
      const there = sessions.has(data.child) ? [] : [`${data.child} is not there`];
      return reports.length === 1 ? there : [...there, `${data.child} reported ${reports.length} times`];
    }),
  );

const differences = (tree: Tree, whole: Tree): string[] => {
  const found = outcomesOf(tree);
  const names = [...tree.sessions.values()].map(nameOf).sort();
  const expected = Object.entries(outcomesOf(whole));
  const all = expected.map(([name]) => name).sort();
  return [
    ...(names.join() === all.join() ? [] : [`the sessions are ${names.join()}, not ${all.join()}`]),
    ...expected.flatMap(([name, outcome]) => {
      const other = found[name];
      return other === undefined ? [] : differencesOf(name, other, outcome);
    }),
  ];
};

const differencesOf = (name: string, found: Outcome, expected: Outcome): string[] => {
  const { calls: foundCalls, ...foundRest } = found;
  const { calls, ...rest } = expected;
  const fields = Object.keys(rest) as (keyof typeof rest)[];
  const ids = [...new Set([...Object.keys(calls), ...Object.keys(foundCalls)])];
  return [
    ...fields.flatMap((field) => difference(`${field} of ${name}`, foundRest[field], rest[field])),
    ...ids.flatMap((id) =>
      foundCalls[id] === interrupted ? [] : difference(`call ${id} of ${name}`, foundCalls[id], calls[id]),
    ),
  ];
};

const difference = (what: string, found: unknown, expected: unknown): string[] =>
  isDeepStrictEqual(found, expected) ? [] : [`${what} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`];
