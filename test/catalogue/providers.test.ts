/** The table of providers: every row has what its place and dialect need, and its address is found. */
import { describe, expect, test } from "vitest";
import { readModelName } from "../../src/catalogue/model-name.ts";
import { providerAddress } from "../../src/catalogue/provider-address.ts";
import { type ProviderRow, providers } from "../../src/catalogue/providers.ts";

const variable = /^[A-Z][A-Z0-9_]+$/u;
const names = providers.flatMap(({ name, otherNames = [] }) => [name, ...otherNames]);
const keys = providers.flatMap((row) => row.keys);

test("no name and no key belongs to two providers", () => {
  expect(names).toEqual([...new Set(names)]);
  expect(keys).toEqual([...new Set(keys)]);
});

describe.each(providers)("$name", (row) => {
  test("is written as names, variables and addresses are", () => {
    expect([row.name, ...(row.otherNames ?? [])]).toEqual(
      [row.name, ...(row.otherNames ?? [])].filter((name) => /^[a-z][a-z0-9.-]*$/u.test(name)),
    );
    expect(row.keys.filter((key) => !variable.test(key))).toEqual([]);
    expect(row.baseUrlVariable ?? "NONE").toMatch(variable);
    expect(row.baseUrl ?? "").not.toMatch(/\/$/u);
    expect(row.docs ?? "https://").toMatch(/^https:\/\//u);
  });

  test("has what its place needs", () => {
    expect(lacks[row.place](row)).toEqual([]);
  });

  test("its usual model is read back as its own", () => {
    const model = row.usual ?? "any";
    expect(readModelName(`${row.name}/${model}`)).toEqual({ provider: row.name, model });
  });
});

const missing = (row: ProviderRow, fields: readonly (keyof ProviderRow)[]): string[] =>
  fields.filter((field) => row[field] === undefined || row[field].length === 0);

const lacks: Readonly<Record<ProviderRow["place"], (row: ProviderRow) => string[]>> = {
  cloud: (row) => [
    ...missing(row, ["baseUrl", "keys", "baseUrlVariable", "docs"]),
    ...(row.baseUrl?.startsWith("https://") ? [] : ["https"]),
  ],
  local: (row) => [
    ...missing(row, ["baseUrl", "baseUrlVariable", "docs"]),
    ...(/^http:\/\/127\.0\.0\.1:\d+/u.test(row.baseUrl ?? "") ? [] : ["loopback port"]),
  ],
  given: (row) => [...missing(row, ["docs"]), ...(row.baseUrl === undefined ? [] : ["no address"])],
  inside: (row) => (row.baseUrl === undefined && row.keys.length === 0 ? [] : ["no address, no key"]),
};

describe("the address of a provider", () => {
  const addresses = [
    ["openai", undefined, "https://api.openai.com/v1"],
    ["openai", "", "https://api.openai.com/v1"],
    ["openai", "https://proxy.example/openai/v1/", "https://proxy.example/openai/v1"],
    ["azure", undefined, undefined],
    ["azure", "https://me.openai.azure.com/", "https://me.openai.azure.com/openai/v1"],
    ["azure", "https://me.openai.azure.com/openai/v1/", "https://me.openai.azure.com/openai/v1"],
    ["gemini", "http://127.0.0.1:9000", "http://127.0.0.1:9000/v1beta"],
    ["ollama", undefined, "http://127.0.0.1:11434"],
    ["ollama", "0.0.0.0", "http://127.0.0.1:11434"],
    ["ollama", "0.0.0.0:11500", "http://127.0.0.1:11500"],
    ["ollama", ":11500", "http://127.0.0.1:11500"],
    ["ollama", "gpu-box", "http://gpu-box:11434"],
    ["ollama", "https://ollama.example", "https://ollama.example"],
    ["ollama", "http://", "http://"],
    ["scripted", undefined, undefined],
  ] as const;

  test.each(addresses)("%s with its variable at %s is %s", (name, set, address) => {
    const row = providers.find((row) => row.name === name);
    expect(row && providerAddress(row, { [row.baseUrlVariable ?? ""]: set })).toBe(address);
  });
});
