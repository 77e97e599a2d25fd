/** How deeply the elements of a page are nested, told without parsing it: to parse a page takes the square of that time. */

/** At most what it is; elements whose end may be left out do not count. */
export const nesting = (html: string): number => {
  let depth = 0;
  let deepest = 0;
  for (const [, end, name] of html.matchAll(/<(\/?)([a-z][a-z\d-]*)/gi)) {
    if (uncounted.has(name!.toLowerCase())) continue;
    depth = Math.max(0, depth + (end === "" ? 1 : -1));
    deepest = Math.max(deepest, depth);
  }
  return deepest;
};

const uncounted = new Set(
  (
    "html head body p li dt dd tr td th thead tbody tfoot colgroup option optgroup rp rt a button " +
    "area base br col embed hr img input link meta param source track wbr path"
  ).split(" "),
);
