/** The hosts that a call's commands may reach: those that rules name, and no text that only looks like a rule. */
import { expect, test } from "vitest";
import { denialsOf, hostsOf } from "../../src/agent/reach.ts";
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

test("the rule that denies a host and port, in the words of the judge", () => {
  const rules = [
    rule("allow", "Network(*.example)"),
    rule("deny", "WebFetch(domain:evil.example)"),
    rule("deny", "Network(*:8443)", "flags"),
    rule("deny", "Network(::1)"),
    rule("deny", "Bash(curl:*)"),
  ];
  const answers: Policy["answers"] = [{ decision: "deny", rules: "Network(late.example)" }];
  const read = (() => ({ ...policy.initial(), rules, answers })) as ReadFold;
  const denied = denialsOf({ read, root: "/w", home: "/h", tool: "bash" });
  const asked = [
    ["evil.example", 443],
    ["good.example", 443],
    ["good.example", 8443],
    ["::1", 80],
    ["late.example", 80],
  ] as const;
  expect(asked.map(([name, port]) => denied(name, port))).toEqual([
    "user WebFetch(domain:evil.example)",
    undefined,
    "flags Network(*:8443)",
    "user Network(::1)",
    "session Network(late.example)",
  ]);
});
