/** How far the Markdown of a reply that streams is finished: what has been drawn so far is right whatever follows. */

/** The length of the part of `markdown` whose blocks cannot change any more. */
export const stableEnd = (_markdown: string): number => 0;
