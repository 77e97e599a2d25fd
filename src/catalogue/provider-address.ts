/** Finds where a provider's API is, from its variable in the environment or else from the table. */
import type { ProviderRow } from "./providers.ts";

/**
 * What the dialect's paths are put behind, without a slash at the end; undefined when only the user can know. A variable may
 * hold what its own program takes, as OLLAMA_HOST does: a host without a scheme, `0.0.0.0`, or only `:11434`.
 */
export const providerAddress = (
  row: ProviderRow,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined => {
  const set = row.baseUrlVariable === undefined ? undefined : env[row.baseUrlVariable]?.trim();
  return set ? completed(set, row) : row.baseUrl;
};

/** What cannot be read as a URL is given back as it is, for the provider to name in its error. */
const completed = (text: string, row: ProviderRow): string => {
  const schemeless = !text.includes("://");
  const url = URL.parse(schemeless ? `http://${text.replace(/^:/u, "127.0.0.1:")}` : text);
  if (url === null) return text;
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  if (schemeless && url.port === "" && row.baseUrl !== undefined) url.port = new URL(row.baseUrl).port;
  if (url.pathname === "/" && row.variablePath !== undefined) url.pathname = row.variablePath;
  return url.href.replace(/\/+$/u, "");
};
