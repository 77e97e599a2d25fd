/** Addresses that a terminal may be given to follow. */

/** The address as it is written in a sequence, in printable ASCII; undefined when it is not for the web. */
export const linkOf = (href: string): string | undefined => {
  if (!/^https?:\/\//iu.test(href) || href.length > mostChars || !URL.canParse(href)) return undefined;
  const link = new URL(href).href;
  return /^[\u0021-\u007e]+$/u.test(link) ? link : undefined;
};

/** Some terminals drop what is longer, https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda#length-limits */
const mostChars = 2_083;
