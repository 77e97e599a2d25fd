/** A session as one self-contained page: to read, to step through, and to verify by the page itself. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { KelsonError } from "../../../contract/error.ts";

/** A line as it is exported. */
interface Exported {
  readonly text: string;
  readonly seal: string;
  readonly body?: { readonly salt: string; readonly text: string; readonly redacted?: true };
}

export interface SessionPage {
  readonly packageRoot: string;
  readonly session: string;
  /** As `Runtime.bundle` gives them: the head, then the lines. */
  readonly bundle: AsyncIterable<string>;
  /** Takes out secrets that the log still holds. */
  readonly redact: (text: string) => string;
}

export const sessionPage = async ({ packageRoot, session, bundle, redact }: SessionPage): Promise<string> => {
  const [head = "{}", ...lines] = await Array.fromAsync(bundle);
  const { parents = [] } = JSON.parse(head) as { parents?: readonly unknown[] };
  const redacted = lines.map((line) => redactedLine(JSON.parse(line) as Exported, redact));
  const page = await readFile(join(packageRoot, "assets/session.html"), "utf8").catch((cause: unknown) => {
    throw new KelsonError("not_found", "assets/session.html is missing from the package", { cause });
  });
  return page.replace("{{session}}", () => inScript({ session, parents, lines: redacted }));
};

const redactedLine = (line: Exported, redact: (text: string) => string): Exported => {
  if (line.body === undefined) return line;
  const text = JSON.stringify(redactedIn(JSON.parse(line.body.text), redact));
  return text === line.body.text ? line : { ...line, body: { ...line.body, text, redacted: true } };
};

const redactedIn = (value: unknown, redact: (text: string) => string): unknown => {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((one) => redactedIn(one, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, redactedIn(one, redact)]));
};

/** Nothing in it ends the script that it stands in, nor begins a comment there. */
const inScript = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
