/** Reads what ripgrep writes with --json. */
import type { FoundLines } from "./search.ts";

/** A text that may not be UTF-8, as ripgrep writes it. */
type Text = { readonly text: string } | { readonly bytes: string };

type Message =
  | { readonly type: "begin"; readonly data: { readonly path: Text } }
  | {
      readonly type: "match" | "context";
      readonly data: { readonly path: Text; readonly lines: Text; readonly line_number: number };
    }
  | { readonly type: "end"; readonly data: { readonly binary_offset: number | null } }
  | { readonly type: "summary" };

type FoundLine = FoundLines["lines"][number];

/** A file with so many lines found is taken for text, so that they need not wait for its end. */
const surelyText = 1000;

/**
 * The lines in ripgrep's messages, of files that are wanted and are text. They wait until ripgrep has seen the whole file:
 * whether it is binary is only known then.
 */
export const foundLines = async function* (
  messages: AsyncIterable<readonly string[]>,
  isWanted: (path: string) => boolean,
): AsyncGenerator<FoundLines> {
  let path = "";
  let waiting: FoundLine[] = [];
  for await (const some of messages)
    for (const json of some) {
      const message = JSON.parse(json) as Message;
      if (message.type === "begin") path = pathOf(message.data.path);
      if (message.type === "match" || message.type === "context") waiting.push(lineOf(message));
      const isText = message.type === "end" && message.data.binary_offset === null;
      if ((isText || waiting.length > surelyText) && isWanted(path)) yield { path, lines: waiting };
      if (message.type === "end" || waiting.length > surelyText) waiting = [];
    }
};

const lineOf = ({ type, data }: Extract<Message, { type: "match" | "context" }>): FoundLine => ({
  line: data.line_number,
  text: textOf(data.lines).replace(/\r?\n$/u, ""),
  match: type === "match",
});

const pathOf = (path: Text): string => textOf(path).replace(/^\.\//u, "");

const textOf = (text: Text): string =>
  "text" in text ? text.text : Buffer.from(text.bytes, "base64").toString("utf8");
