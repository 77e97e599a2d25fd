/** Which proxy leads to a server, by the variables that programs share: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY. */
import { KelsonError } from "../contract/error.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** In the words of Node's agents, which tunnel (CONNECT) to https and forward to http. */
export interface ProxySettings {
  readonly proxyEnv?: Readonly<Record<string, string>>;
}

/**
 * Lower case wins over upper case, as in curl. A server on this machine is never reached through a proxy. Throws
 * KelsonError `bad_input` when the proxy that would be used is none that can be.
 */
export const proxies = (to: URL, env: Environment): ProxySettings => {
  if (isLoopback(to.hostname)) return {};
  const variable = to.protocol === "https:" ? "https_proxy" : "http_proxy";
  const proxy = read(env, variable) ?? read(env, "all_proxy");
  if (proxy === undefined) return {};
  const none = read(env, "no_proxy");
  return { proxyEnv: { [variable]: proxyUrl(proxy), ...(none === undefined ? {} : { no_proxy: none }) } };
};

const read = (env: Environment, name: string): string | undefined => env[name] || env[name.toUpperCase()] || undefined;

const proxyUrl = (proxy: string): string => {
  const text = proxy.includes("://") ? proxy : `http://${proxy}`;
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return text;
  throw new KelsonError("bad_input", `the proxy must be an http or https URL, got "${withoutPassword(text)}"`, {
    hint: "Set HTTPS_PROXY or HTTP_PROXY to one, or name the server in NO_PROXY.",
  });
};

const withoutPassword = (url: string): string => url.replace(/\/\/[^@/]*@/, "//");

const isLoopback = (host: string): boolean => /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);
