/** What a call is about, in one line for people. */

/** Fields that tell it, whatever the tool. */
const telling = new Set(["command", "path", "pattern", "glob", "query", "url", "host", "name", "question", "task"]);
const maxChars = 120;

/** The telling fields of a call's input in their own order, else its first short text. */
export const callSubject = (input: unknown): string => {
  if (typeof input !== "object" || input === null) return "";
  const texts = Object.entries(input).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const told = texts.filter(([name]) => telling.has(name));
  const line = (told.length > 0 ? told : texts.slice(0, 1)).map(([, text]) => firstLine(text)).join(" ");
  return line.length > maxChars ? `${line.slice(0, maxChars)}…` : line;
};

const firstLine = (text: string): string => {
  const end = text.indexOf("\n");
  return end === -1 ? text : `${text.slice(0, end)}…`;
};
