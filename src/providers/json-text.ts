/** JSON text that every server can read: halves of characters, left where text was cut, are replaced. */
export const jsonText = (value: unknown): string => {
  const text = JSON.stringify(value);
  // JSON.stringify escapes half characters only; Anthropic answers 400 to such an escape.
  return text.includes("\\ud") ? JSON.stringify(value, wellFormed) : text;
};

const wellFormed = (_: string, value: unknown): unknown => (typeof value === "string" ? value.toWellFormed() : value);
