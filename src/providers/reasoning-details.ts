/** Puts together the thinking that OpenRouter streams in its own neutral shape, signatures and all, to be sent back as it is. */

/** A piece: `reasoning.text`, `reasoning.summary` or `reasoning.encrypted`. Pieces of one index and type belong together. */
export type ReasoningDetail = { readonly type: string } & Readonly<Record<string, unknown>>;

const grown: ReadonlySet<string> = new Set(["text", "summary", "data"]);

/** Changes the list. https://openrouter.ai/docs/use-cases/reasoning-tokens */
export const addDetail = (details: ReasoningDetail[], piece: ReasoningDetail): void => {
  const last = details.at(-1);
  const joined =
    last !== undefined && last.type === piece.type && last["index"] === piece["index"] && !isOther(last, piece);
  if (!joined) return void details.push(piece);
  const whole: Record<string, unknown> = { ...last };
  for (const [name, value] of Object.entries(piece))
    if (grown.has(name) && typeof value === "string" && typeof whole[name] === "string") whole[name] += value;
    else if (value !== null && value !== undefined) whole[name] = value;
  details[details.length - 1] = { ...whole, type: piece.type };
};

/** Encrypted pieces are whole; so is what has another id. */
const isOther = (last: ReasoningDetail, piece: ReasoningDetail): boolean =>
  piece.type === "reasoning.encrypted" || (!!last["id"] && !!piece["id"] && last["id"] !== piece["id"]);
