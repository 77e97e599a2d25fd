/** Reads HTML as a document, with all that is not content taken out and all links made absolute. */

/** The part of the DOM that is used here; TypeScript's own would bring the whole browser into every file. */
export interface HtmlElement {
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly parentNode: HtmlElement | null;
  readonly getAttribute: (name: string) => string | null;
  readonly setAttribute: (name: string, value: string) => void;
  readonly removeAttribute: (name: string) => void;
  /** Undefined when there is none. */
  readonly querySelector: (selector: string) => HtmlElement | undefined;
  readonly querySelectorAll: (selector: string) => ArrayLike<HtmlElement>;
  readonly remove: () => void;
}

export interface HtmlDocument extends HtmlElement {
  readonly body: HtmlElement | null;
}

/** `url` is where it was found. */
export const htmlDocument = async (html: string, url: string): Promise<HtmlDocument> => {
  const { createDocument } = await domino();
  const document = createDocument(html, true);
  const base = URL.parse(document.querySelector("base[href]")?.getAttribute("href") ?? "", url)?.href ?? url;
  for (const element of all(document, noContent)) element.remove();
  for (const [selector, name] of linked)
    for (const element of all(document, selector)) makeAbsolute(element, name, base);
  Object.defineProperty(document, "baseURI", { value: base });
  Object.defineProperty(document, "documentURI", { value: url });
  return document;
};

/** What is no content, or is not shown. */
const noContent =
  "script, style, template, iframe, object, embed, canvas, svg, link, nav, dialog, " +
  "[role=navigation], [hidden], [aria-hidden=true]";

/** The elements that match, as they are now. */
export const all = (element: HtmlElement, selector: string): HtmlElement[] =>
  Array.from(element.querySelectorAll(selector));

const linked = [
  ["a[href]", "href"],
  ["img[src]", "src"],
] as const;

/** Links that run code and images that carry their own bytes are of no use to a reader. */
const makeAbsolute = (element: HtmlElement, name: string, base: string): void => {
  const url = URL.parse(element.getAttribute(name) ?? "", base);
  if (url !== null && /^(?:https?|mailto|tel|ftp):$/.test(url.protocol)) element.setAttribute(name, url.href);
  else element.removeAttribute(name);
};

interface Domino {
  readonly createDocument: (html: string, force: boolean) => HtmlDocument;
}

let loaded: Promise<Domino> | undefined;

const domino = (): Promise<Domino> => (loaded ??= load());

/** Domino's lists change while they are read, but not what stands at their indexes; Readability needs plain lists. */
const load = async (): Promise<Domino> => {
  // @ts-expect-error Its declarations are of a module by another name.
  const module = (await import("@mixmark-io/domino")) as { default: Domino & { impl: Implementation } };
  const { createDocument, impl } = module.default;
  const { prototype } = impl.HTMLElement;
  Object.defineProperty(prototype, "children", {
    get(this: Linked) {
      const children: Linked[] = [];
      for (let child = this.firstElementChild; child !== null; child = child.nextElementSibling) children.push(child);
      return children;
    },
  });
  plainLists(prototype, impl);
  return {
    createDocument: (html, force) => {
      const document = createDocument(html, force);
      plainLists(document as unknown as Tagged, impl);
      return document;
    },
  };
};

interface Implementation {
  readonly HTMLElement: { readonly prototype: Tagged };
  readonly NodeList: new (nodes: readonly unknown[]) => readonly unknown[];
}

interface Tagged {
  readonly getElementsByTagName: (name: string) => ArrayLike<unknown>;
}

interface Linked {
  readonly firstElementChild: Linked | null;
  readonly nextElementSibling: Linked | null;
}

const plainLists = (owner: Tagged, { NodeList }: Implementation): void => {
  const { getElementsByTagName } = owner;
  Object.defineProperty(owner, "getElementsByTagName", {
    value(this: Tagged, name: string) {
      return new NodeList(Array.from(getElementsByTagName.call(this, name)));
    },
  });
};
