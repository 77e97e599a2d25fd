/** Brace expansion: `a{b,c}` is `ab ac`, `{1..3}` is `1 2 3`. */

/** All texts that a text stands for; undefined when they are too many, or a kind of sequence that is not followed. */
export const braces = (text: string, depth = 0): readonly string[] | undefined => {
  if (!text.includes("{")) return [text];
  if (depth > maxDepth || text.length > maxChars) return undefined;
  for (let open = text.indexOf("{"); open !== -1; open = text.indexOf("{", open + 1)) {
    const choice = choiceAt(text, open);
    if (choice === undefined) continue;
    const rests = braces(text.slice(choice.end), depth + 1);
    const before = text.slice(0, open);
    const choices = choice.choices?.map((inside) => braces(inside, depth + 1));
    if (rests === undefined || choices === undefined || choices.includes(undefined)) return undefined;
    const found = choices.flatMap((texts) => texts ?? []);
    if (found.length * rests.length > maxWords) return undefined;
    return found.flatMap((middle) => rests.map((rest) => before + middle + rest));
  }
  return [text];
};

const maxWords = 256;
const maxDepth = 20;
const maxChars = 2048;

interface Choice {
  readonly choices: readonly string[] | undefined;
  readonly end: number;
}

// A brace that has neither a comma nor a sequence in it is a plain character.
const choiceAt = (text: string, open: number): Choice | undefined => {
  const commas: number[] = [];
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === "{") depth += 1;
    else if (char === "," && depth === 1) commas.push(at);
    else if (char === "}") depth -= 1;
    if (depth > 0) continue;
    const inside = text.slice(open + 1, at);
    if (commas.length === 0) return inside.includes("..") ? sequence(inside, at + 1) : undefined;
    const cuts = [open, ...commas, at];
    return { choices: cuts.slice(1).map((cut, index) => text.slice((cuts[index] ?? 0) + 1, cut)), end: at + 1 };
  }
  return undefined;
};

const sequence = (inside: string, end: number): Choice | undefined => {
  const match = /^(0|-?[1-9]\d{0,5})\.\.(0|-?[1-9]\d{0,5})$/u.exec(inside);
  if (match === null)
    return /^[\w+-]+\.\.[\w+-]+(?:\.\.[\w+-]+)?$/u.test(inside) ? { choices: undefined, end } : undefined;
  const [first, last] = [Number(match[1]), Number(match[2])];
  const count = Math.abs(last - first) + 1;
  if (count > maxWords) return { choices: undefined, end };
  const step = last < first ? -1 : 1;
  return { choices: Array.from({ length: count }, (_, index) => String(first + index * step)), end };
};
