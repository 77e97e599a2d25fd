/** Data as it will be written down, for digests of it: a digest of a secret is half the way to it. */
import type { Context } from "./context.ts";

export const redacted = <T>({ redactor }: Pick<Context, "redactor">, value: T): T =>
  redactor === undefined ? value : redactor.json(value).value;
