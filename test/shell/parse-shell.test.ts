/** The tree of a line: pieces of words, commands in commands, here-documents, and what is refused. */
import { expect, test } from "vitest";
import type { ShellNode, ShellWord, WordPiece } from "../../src/contract/shell.ts";
import { parseShell } from "../../src/shell/parse-shell.ts";

// A tree as text: words in brackets, quoted text in quotes, what is run in braces.
const shown = (nodes: readonly ShellNode[]): string => nodes.map(node).join("; ");

const piece = (found: WordPiece): string => {
  if (found.kind === "text") return found.quoted ? JSON.stringify(found.text) : found.text;
  return found.kind === "variable" ? `<${found.name}>` : `?{${found.runs.map(shown).join("}{")}}`;
};

const word = ({ pieces }: ShellWord): string => pieces.map(piece).join("");

const node = (found: ShellNode): string => {
  switch (found.kind) {
    case "simple":
      return [
        ...found.assignments.map(({ name, append, value }) => `${name}${append ? "+" : ""}=${word(value)}`),
        ...found.words.map((text) => `[${word(text)}]`),
        ...found.redirects.map(({ operator, target }) => `${operator}${word(target)}`),
      ].join(" ");
    case "pipeline":
      return `${found.negated ? "not " : ""}pipe(${found.stages.map(node).join(" | ")})`;
    case "chain":
      return `(${node(found.left)} ${found.operator} ${node(found.right)})`;
    case "if":
      return `if(${shown(found.condition)}, ${shown(found.body)}, ${shown(found.otherwise)})`;
    case "loop":
      return `loop(${found.variable ?? ""}: ${found.words.map(word).join(" ")} ${shown(found.condition)}, ${shown(found.body)})`;
    case "case":
      return `case(${word(found.word)}: ${found.branches.map(({ patterns, body }) => `${patterns.map(word).join("|")} ${shown(body)}`).join(", ")})`;
    case "expression":
      return `test(${found.words.map(word).join(" ")})`;
    case "function":
      return `function ${found.name} ${node(found.body)}`;
    case "background":
      return `background(${node(found.body)})`;
    case "redirected":
      return `redirected(${node(found.body)} ${found.redirects.map(({ operator, target }) => operator + word(target)).join(" ")})`;
    case "group":
    case "subshell":
      return `${found.kind}(${shown(found.body)})`;
  }
};

test.each([
  ["ls -la  a\\ b", '[ls] [-la] [a" "b]'],
  [`r"m"'x'$'\\n'$a"\${b}c"`, '[r"mx""\\n"<a>""<b>"c"]'],
  ["A=1 B+=$x cmd > f 2>&1", "A=1 B+=<x> [cmd] >f >&1"],
  ["a | b && c || d; e & f", "((pipe([a] | [b]) && [c]) || [d]); background([e]); [f]"],
  ["! a", "not pipe([a])"],
  ["(a; b) > f", "redirected(subshell([a]; [b]) >f)"],
  ["if a; then b; elif c; then d; else e; fi", "if([a], [b], if([c], [d], [e]))"],
  ["while a; do b; done", "loop(:  [a], [b])"],
  ["for x in a b; do c; done", "loop(x: a b , [c])"],
  ["case $x in a|b) c;; *) d; esac", "case(<x>: a|b [c], * [d])"],
  ["f() { a; }", "function f group([a])"],
  ["echo $(a $(b)) `c` <(d) $((1+$(e)))", "[echo] [?{[a] [?{[b]}]}] [?{[c]}] [?{[d]}] [?{[e]}]"],
  ["cat <<A <<'B' | x\n$(a)\nA\n$(b)\nB\ny", 'pipe([cat] <<?{[a]}"\\n" <<"$(b)\\n" | [x]); [y]'],
  ["cat <<-A\n\tx\n\tA", '[cat] <<-"x\\n"'],
  ["[[ -f $x && a =~ (b|c) ]] # d", "test(-f <x> a =~ b c)"],
  ["r\\\nm a \\\n b", "[rm] [a] [b]"],
  ["echo a#b # c", "[echo] [a#b]"],
])("%j", (line, tree) => {
  const { nodes, problems } = parseShell(line);
  expect({ tree: shown(nodes), problems }).toEqual({ tree, problems: [] });
});

test("what came before a problem is kept", () => {
  const { nodes, problems } = parseShell("rm -rf /; ls )");
  expect({ tree: shown(nodes), problems }).toEqual({
    tree: "[rm] [-rf] [/]; [ls]",
    problems: ['")" is not expected there'],
  });
});
