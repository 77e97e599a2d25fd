/** The walk through the tree of a line: what may run, in which order, and what the shell then knows. */
import type { ShellNode, ShellWord } from "../../contract/shell.ts";
import { expand, type Field } from "./expand.ts";
import { findings } from "./findings.ts";
import { pipedInput } from "./input.ts";
import { redirects } from "./redirects.ts";
import { both, either, type Ends, join, sameState, type ShellState, withVariable } from "./shell-state.ts";
import { simple, substitutions } from "./simple.ts";
import { type Input, reportAround, step, type Walk } from "./walk.ts";

/** Walks commands one after the other. Each gives how it ends when it succeeds and when it fails. */
export const walkNodes = (walk: Walk, nodes: readonly ShellNode[], state: ShellState, input?: Input): Ends => {
  let ends = both(state);
  for (const node of nodes) ends = walkNode(walk, node, either(ends), input);
  return ends;
};

const walkNode = (walk: Walk, node: ShellNode, state: ShellState, input?: Input): Ends => {
  if (!step(walk)) return both(state);
  switch (node.kind) {
    case "simple":
      return simple(walk, node, state, input);
    case "group":
      return walkNodes(walk, node.body, state, input);
    case "pipeline":
      return pipeline(walk, node, state, input);
    case "chain":
      return chain(walk, node, state, input);
    case "subshell":
      return apart(walk, node.body, state, input);
    case "background":
      walk.forks += 1;
      apart(walk, [node.body], state, input);
      walk.forks -= 1;
      return both(state);
    case "redirected":
      return redirected(walk, node, state, input);
    case "if":
      return condition(walk, node, state, input);
    case "loop":
      return node.variable === undefined ? whileLoop(walk, node, state, input) : forLoop(walk, node, state, input);
    case "case":
      return caseOf(walk, node, state, input);
    case "expression":
      if (node.words.some(runsSubscript)) walk.why ??= "a subscript in [[ ]] runs a command";
      return both(substitutions(walk, node.words, state));
    case "function":
      return both({ ...state, functions: new Map([...state.functions, [node.name, node.body]]) });
  }
};

// A subscript is arithmetic, and arithmetic runs substitutions, even those that stand in quotes.
const runsSubscript = ({ pieces }: ShellWord): boolean =>
  /\[.*(?:\$\(|`)/su.test(pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join(""));

type Node<Kind extends ShellNode["kind"]> = Extract<ShellNode, { kind: Kind }>;

// A process of its own: what it changes ends with it.
const apart = (walk: Walk, nodes: readonly ShellNode[], state: ShellState, input?: Input): Ends => {
  const { escapes, loops } = walk;
  walk.escapes = [];
  walk.loops = 0;
  walkNodes(walk, nodes, state, input);
  walk.escapes = escapes;
  walk.loops = loops;
  return both(state);
};

const pipeline = (walk: Walk, { negated, stages }: Node<"pipeline">, state: ShellState, input?: Input): Ends => {
  const [only] = stages;
  if (stages.length === 1 && only !== undefined) {
    const ends = walkNode(walk, only, state, input);
    return negated ? { ok: ends.fail, fail: ends.ok } : ends;
  }
  walk.forks += 1;
  for (const [index, stage] of stages.entries()) {
    apart(walk, [stage], state, index === 0 ? input : pipedInput(stages[index - 1], state));
  }
  walk.forks -= 1;
  return both(state);
};

const chain = (walk: Walk, { operator, left, right }: Node<"chain">, state: ShellState, input?: Input): Ends => {
  const first = walkNode(walk, left, state, input);
  const second = walkNode(walk, right, operator === "&&" ? first.ok : first.fail, input);
  return operator === "&&"
    ? { ok: second.ok, fail: join(second.fail, first.fail) }
    : { ok: join(second.ok, first.ok), fail: second.fail };
};

const redirected = (walk: Walk, node: Node<"redirected">, state: ShellState, input?: Input): Ends => {
  const found = findings();
  const words = node.redirects.map(({ target }) => target);
  const after = substitutions(walk, words, state);
  const own = redirects(found, node.redirects, { place: walk.place, state: after });
  reportAround(walk, found, []);
  return walkNode(walk, node.body, after, own ?? input);
};

const condition = (walk: Walk, node: Node<"if">, state: ShellState, input?: Input): Ends => {
  const test = walkNodes(walk, node.condition, state, input);
  const then = walkNodes(walk, node.body, test.ok, input);
  const otherwise = walkNodes(walk, node.otherwise, test.fail, input);
  return { ok: join(then.ok, otherwise.ok), fail: join(then.fail, otherwise.fail) };
};

// Passes until nothing new is known, so that what a pass changes is known to the next.
const whileLoop = (walk: Walk, node: Node<"loop">, state: ShellState, input?: Input): Ends =>
  leaving(walk, () => {
    let entry = state;
    for (let pass = 0; pass < maxPasses; pass += 1) {
      const test = walkNodes(walk, node.condition, entry, input);
      const [go, stop] = node.until ? [test.fail, test.ok] : [test.ok, test.fail];
      const body = either(walkNodes(walk, node.body, go, input));
      const next = walk.escapes.reduce(join, join(entry, body));
      if (sameState(next, entry)) return stop;
      entry = next;
    }
    walk.why ??= "a loop changes what it works with too often to be followed";
    return entry;
  });

const maxPasses = 6;

const forLoop = (walk: Walk, node: Node<"loop">, state: ShellState, input?: Input): Ends => {
  const { variable = "", words } = node;
  const entry = substitutions(walk, words, state);
  const fields = words.flatMap((word) => expand(word, entry));
  if (
    fields.length > maxPasses * 4 ||
    fields.some((field) => field.unknown !== undefined || field.pattern !== undefined)
  ) {
    const value = common(fields);
    const body = [{ kind: "group", body: node.body } as const];
    return whileLoop(walk, { ...node, condition: [], body }, withVariable(entry, variable, value), input);
  }
  return leaving(walk, () => {
    let now = entry;
    let left = entry;
    for (const { text } of fields) {
      now = either(walkNodes(walk, node.body, withVariable(now, variable, text), input));
      left = join(left, now);
      now = walk.escapes.reduce(join, now);
    }
    return left;
  });
};

const common = ([first, ...more]: readonly Field[]) =>
  more.length === 0 && first?.pattern !== undefined ? { pattern: first.pattern } : undefined;

const leaving = (walk: Walk, loop: () => ShellState): Ends => {
  const { escapes } = walk;
  walk.escapes = [];
  walk.loops += 1;
  const after = loop();
  const all = walk.escapes.reduce(join, after);
  walk.escapes = escapes;
  walk.loops -= 1;
  return both(all);
};

const caseOf = (walk: Walk, node: Node<"case">, state: ShellState, input?: Input): Ends => {
  const words: ShellWord[] = [node.word, ...node.branches.flatMap(({ patterns }) => patterns)];
  const entry = substitutions(walk, words, state);
  // `;&` goes on in the next branch, so each begins with what any before it may have left.
  let left = entry;
  for (const { body } of node.branches) left = join(left, either(walkNodes(walk, body, left, input)));
  return both(left);
};
