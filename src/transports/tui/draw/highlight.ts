/** Colours for code, by highlight.js; loaded when the first code of a language that it knows is drawn. */
import type { Highlight } from "../drawing.ts";
import type { Role } from "../theme.ts";

type Piece = NonNullable<ReturnType<Highlight>>[number];
type Highlighter = (code: string, language: string) => readonly Piece[] | undefined;

/** `loaded` is called once, when what was drawn plain could be drawn in colours. */
export const highlight = (loaded: () => void): Highlight => {
  const done = new Map<string, readonly Piece[] | undefined>();
  let highlighter: Highlighter | undefined;
  let loading = false;
  const load = async (): Promise<void> => {
    loading = true;
    highlighter = await loadHighlighter();
    loaded();
  };
  return (code, language) => {
    if (language === "" || code.length > mostChars) return undefined;
    if (highlighter === undefined) {
      // Without it code is drawn plain, which is no failure.
      if (!loading) load().catch(() => {});
      return undefined;
    }
    const key = `${language}\n${code}`;
    if (!done.has(key)) {
      if (done.size >= kept) done.delete(done.keys().next().value ?? "");
      done.set(key, highlighter(code, language));
    }
    return done.get(key);
  };
};

/** Longer code is drawn plain. */
const mostChars = 20_000;
/** So many pieces of code are remembered with their colours. */
const kept = 200;

const loadHighlighter = async (): Promise<Highlighter> => {
  const { common, createLowlight } = await import("lowlight");
  const { highlight: run, registered } = createLowlight(common);
  return (code, language) => (registered(language) ? [...pieces(run(language, code).children, "text")] : undefined);
};

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
  readonly properties?: { readonly className?: unknown };
}

function* pieces(nodes: readonly Node[], role: Role): Generator<Piece> {
  for (const { type, value = "", children = [], properties } of nodes)
    if (type === "text") yield { role, text: value };
    else yield* pieces(children, roleOf(properties?.className) ?? role);
}

/** https://highlightjs.readthedocs.io/en/stable/css-classes-reference.html */
const scopes: Readonly<Record<string, Role>> = {
  keyword: "keyword",
  literal: "number",
  number: "number",
  symbol: "number",
  string: "string",
  regexp: "string",
  comment: "comment",
  doctag: "comment",
  meta: "comment",
  title: "name",
  type: "name",
  built_in: "name",
  name: "name",
  attr: "name",
  attribute: "name",
  property: "name",
  "selector-tag": "keyword",
  "selector-class": "name",
  "selector-id": "name",
  section: "heading",
  addition: "added",
  deletion: "removed",
  code: "code",
  link: "link",
  emphasis: "emphasis",
  strong: "strong",
};

const roleOf = (classes: unknown): Role | undefined => {
  const [first] = Array.isArray(classes) ? classes : [];
  return typeof first === "string" ? scopes[first.replace(/^hljs-/u, "")] : undefined;
};
