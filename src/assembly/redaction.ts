/** Makes the redactor: which values it knows, at what level, and the key of its digests. */
import { randomBytes } from "node:crypto";
import { providers } from "../catalogue/providers.ts";
import { type Configuration, variableName } from "../contract/options.ts";
import type { Redactor } from "../contract/redactor.ts";
import type { Environment } from "./choose-model.ts";
import { redactor } from "../secrets/redactor.ts";
import { redactionKey } from "./redaction-key.ts";

export interface Redaction {
  readonly configuration: Configuration;
  readonly env: Environment;
  /** Where the key of this installation is; absent, one is drawn that goes with the process. */
  readonly stateDirectory?: string | undefined;
}

/** Undefined when redaction is off. Reads no file before the first secret is found. */
export const redaction = ({ configuration, env, stateDirectory }: Redaction): Redactor | undefined => {
  const { redaction: level = "full" } = configuration;
  if (level === "off") return undefined;
  let key: string | undefined;
  return redactor({
    level,
    values: givenKeys(configuration, env),
    key: () => (key ??= stateDirectory === undefined ? drawn() : redactionKey(stateDirectory)),
  });
};

/** For what is said beside a session, whatever the level: the digests mean nothing beyond this process. */
export const textRedaction = (configuration: Configuration, env: Environment): ((text: string) => string) => {
  const key = drawn();
  const { text: redact } = redactor({ level: "full", values: givenKeys(configuration, env), key: () => key });
  return (text) => redact(text).text;
};

/** Every key that this program was given: its own, those of providers and search engines, and what else is named as one. */
export const givenKeys = ({ apiKey }: Configuration, env: Environment): string[] => {
  const variables = new Set([variableName("apiKey"), ...providers.flatMap(({ keys }) => keys)]);
  const named = Object.entries(env).filter(([name, value]) => variables.has(name) || holdsKey(name, value));
  return [apiKey, ...named.map(([, value]) => value)].filter((value) => value !== undefined);
};

/** A path to a key is none, and neither is a number or a switch. */
const holdsKey = (name: string, value = ""): boolean =>
  /(?:_|^)(?:API_?KEY|ACCESS_?KEY|SECRET_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PAT)$/iu.test(name) &&
  value.length >= fewestCharacters &&
  !/^(?:[.~]?\/|[A-Za-z]:\\|\d+$)/u.test(value);

/** More than of the keys that are known to be some, because such a variable may hold anything. */
const fewestCharacters = 12;

const keyBytes = 32;
const drawn = (): string => randomBytes(keyBytes).toString("hex");
