/** Fetches a URL for a call that may go to one host: redirects are followed within its site, and no further. */
import type { WebAnswer, WebRequest, World } from "../../contract/world.ts";

/** What came back; `elsewhere` is the URL that the site redirects to when that is another site's. */
export interface SiteAnswer {
  readonly answer: WebAnswer;
  readonly elsewhere: string | undefined;
}

/** Rejects as `World.fetch` does, or when the redirects do not end. */
export const fetchInSite = async (fetch: World["fetch"], request: WebRequest): Promise<SiteAnswer> => {
  let { url } = request;
  for (let hops = 0; hops <= maxHops; hops += 1) {
    const answer = await fetch({ ...request, url, maxRedirects: 0 });
    const location = redirects.has(answer.status) ? answer.headers["location"] : undefined;
    const next = location === undefined ? null : URL.parse(location, url);
    if (next === null) return { answer, elsewhere: undefined };
    next.hash ||= new URL(url).hash;
    if (site(next) !== site(new URL(request.url))) return { answer, elsewhere: next.href };
    url = next.href;
  }
  throw new Error(`${request.url} redirects more than ${maxHops} times`);
};

const maxHops = 5;
const redirects = new Set([301, 302, 303, 307, 308]);

/** With and without www is the same site, with http and with https as well. */
const site = (url: URL): string => url.host.replace(/^www\./, "");
