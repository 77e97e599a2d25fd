/** Known shapes of text that gives orders to a model or hides from a reader. It only flags: the judge's rules do the work. */

/** A shape, and what text of it looks like. Each is linear in the text: no nested repetition. */
const shapes: Readonly<Record<string, RegExp>> = {
  "orders to ignore instructions":
    /\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|the\s+|your\s+|these\s+)*(?:previous|prior|above|earlier|system|preceding|former)\s+(?:instructions?|prompts?|rules?|messages?|directives?)/iu,
  "new instructions":
    /\b(?:new|updated|real|actual)\s+(?:system\s+)?(?:instructions?|directives?)\s*(?::|for\s+(?:the\s+)?(?:ai|assistant|agent|model))/iu,
  "orders to an assistant":
    /\b(?:attention|important|note\s+to|message\s+(?:to|for))\s*:?\s*(?:the\s+|any\s+)?(?:ai|llm|assistants?|(?:coding\s+|language\s+)?agents?|language\s+models?)\b/iu,
  "a change of role":
    /\byou\s+are\s+now\s+(?:a|an|in|the|no\s+longer)\b|\bfrom\s+now\s+on,?\s+you\s+(?:are|will|must)\b/iu,
  "marks of a chat template":
    /<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?system>/iu,
  "secrecy from the user":
    /\b(?:do\s+not|don't|never)\s+(?:tell|inform|mention|alert|notify|show)\s+(?:this\s+to\s+)?(?:the\s+)?(?:user|human|developer|person)\b/iu,
  "orders to send secrets":
    /\b(?:send|post|upload|exfiltrate|forward|leak|transmit)\b[^\n]{0,80}(?:\b(?:api[\s_-]?keys?|secrets?|passwords?|credentials?|ssh\s+keys?|environment\s+variables)|\.env)\b/iu,
  "invisible letters": /[\u{E0020}-\u{E007F}]/u,
  "letters that turn the direction of text": /[\u202A-\u202E\u2066-\u2069]/u,
  "runs of invisible characters": /[\u200B-\u200D\u2060-\u2064\uFEFF]{4,}/u,
};

export interface Suspicion {
  readonly shapes: readonly string[];
  /** Around the first of them, on one line. */
  readonly excerpt: string;
}

/** How much of a text is looked at: it is cut before a model reads it, too. */
const maxChars = 200_000;
const excerptChars = 160;

/** What looks like an injection in a text that came from outside; undefined when nothing does. */
export const suspicionOf = (text: string): Suspicion | undefined => {
  const seen = text.slice(0, maxChars);
  const found = Object.entries(shapes).flatMap(([shape, pattern]) => {
    const at = pattern.exec(seen)?.index;
    return at === undefined ? [] : [{ shape, at }];
  });
  const [first] = found;
  if (first === undefined) return undefined;
  const excerpt = seen.slice(Math.max(0, first.at - 20), first.at + excerptChars).replaceAll(/\s+/gu, " ");
  return { shapes: found.map(({ shape }) => shape), excerpt: excerpt.toWellFormed() };
};
