/** One line to type on, with editing keys. What is pasted is cleaned: it may come from anywhere. */
import { Input } from "@earendil-works/pi-tui";
import { cleanLine } from "../../terminal/clean.ts";

/** The options of pi-tui's `Input`. */
type Options = NonNullable<ConstructorParameters<typeof Input>[0]>;

export const lineInput = (options: Options): Input => {
  const input = new Input(options);
  const take = input.handleInput.bind(input);
  input.handleInput = (data) => take(cleanPaste(data));
  return input;
};

const pasteBegins = "\u001b[200~";
const pasteEnds = "\u001b[201~";

/** A terminal gives a paste as a whole, between two marks. */
const cleanPaste = (data: string): string => {
  if (!data.startsWith(pasteBegins)) return data;
  const text = data.slice(pasteBegins.length).split(pasteEnds, 1)[0] ?? "";
  return `${pasteBegins}${cleanLine(text)}${pasteEnds}`;
};
