/** A theme: what each part of the screen looks like, by the role that it plays. */

/** The roles, with what plays them. A theme that lacks one takes it from the default. */
export const roles = {
  text: "what the model says",
  dim: "what is less important",
  accent: "what is under way, and where the cursor is in a list",
  user: "messages of the user",
  success: "what went well",
  warning: "what needs a look",
  error: "what failed",
  heading: "headings of Markdown",
  link: "links",
  code: "code within a line",
  quote: "quotations",
  strong: "words that are stressed strongly",
  emphasis: "words that are stressed",
  struck: "words that were struck out",
  border: "lines around and between",
  selected: "the chosen row of a list",
  thinking: "what the model thinks",
  tool: "names of tools",
  effect: "badges of what a call does",
  added: "added lines of a diff",
  removed: "removed lines of a diff",
  addedWord: "words that make the difference in added lines",
  removedWord: "words that make the difference in removed lines",
  keyword: "keywords of code",
  string: "strings of code",
  number: "numbers and constants of code",
  comment: "comments of code",
  name: "names of functions, types and attributes of code",
} as const;

export type Role = keyof typeof roles;

/** Only SGR sequences, and each is taken back at the end of the text; `text` must have been cleaned and hold no line feed. */
export type Paint = (role: Role, text: string) => string;

export interface Theme {
  readonly name: string;
  /** Which background it is made for. */
  readonly for: "dark" | "light";
  readonly paint: Paint;
}
