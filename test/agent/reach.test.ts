/** The hosts that a call's commands may reach: those that rules name, and no text that only looks like a rule. */
import { expect, test } from "vitest";
import { hostsOf } from "../../src/agent/reach.ts";
import { type Policy, policy } from "../../src/folds/policy.ts";
import type { ReadFold } from "../../src/log/log.ts";
import { host, rule } from "../policy/cases.ts";

const reached = (state: Partial<Policy>): string[] => {
  const read = (() => ({ ...policy.initial(), ...state })) as ReadFold;
  return hostsOf({ read }, [host("named.example")]);
};

test("hosts that the call names, and those of rules that allow", () => {
  const rules = [rule("allow", "Network(a.example:8443)"), rule("allow", "WebFetch(domain:*.b.example)")];
  expect(reached({ rules: [...rules, rule("deny", "Network(c.example)"), rule("allow", "WebFetch")] })).toEqual([
    "named.example",
    "a.example:8443",
    "*.b.example",
  ]);
  expect(reached({ answers: [{ decision: "allow", rules: "Bash(curl x), Network(x)" }] })).toEqual([
    "named.example",
    "x",
  ]);
});

test("what a granted command only says allows no host", () => {
  const rules = 'Bash("echo \\"$x, Network(evil.example), y\\"")';
  expect(reached({ answers: [{ decision: "allow", rules }] })).toEqual(["named.example"]);
});
