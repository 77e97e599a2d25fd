/** Redirects: `2> file`, `< file`, `<<EOF`, `<<< text`. */
import type { ShellRedirect, ShellWord } from "../contract/shell.ts";
import { peek, problem, type Reader, skipBlanks } from "./reader.ts";
import { literalText, word } from "./word.ts";

const operatorAt = /\d*(&>>|&>|<<<|<<-|<<|<&|<>|<(?!\()|>>|>&|>\||>(?!\())/uy;

/** Reads a redirect, its file descriptor included; undefined when none begins here. */
export const redirect = (from: Reader): ShellRedirect | undefined => {
  operatorAt.lastIndex = from.at;
  const match = operatorAt.exec(from.text);
  const operator = match?.[1] as ShellRedirect["operator"] | undefined;
  if (match === null || operator === undefined) return undefined;
  if (operator.startsWith("&") && match[0] !== operator) return undefined;
  from.at = operatorAt.lastIndex;
  skipBlanks(from);
  const target = word(from) ?? problem(`nothing stands behind ${operator}`);
  // To bash a number there belongs to the redirect behind it.
  if (/^\d+$/u.test(target.source) && /[<>]/u.test(peek(from))) problem("a redirect follows a number");
  if (/^\w*\{/u.test(target.source) && peek(from) === "<") problem("a redirect names a variable");
  return operator === "<<" || operator === "<<-" ? heredoc(from, operator, target) : { operator, target };
};

const heredoc = (from: Reader, operator: "<<" | "<<-", delimiter: ShellWord): ShellRedirect => {
  const text = literalText(delimiter);
  if (text === undefined || text === "" || text.includes("\n")) problem("a here-document's delimiter cannot be read");
  const filled: { operator: "<<" | "<<-"; target: ShellWord } = { operator, target: delimiter };
  from.pending.push({
    delimiter: text ?? "",
    quoted: /['"\\]/u.test(delimiter.source),
    stripTabs: operator === "<<-",
    fill: (body) => {
      filled.target = body;
    },
  });
  return filled;
};
