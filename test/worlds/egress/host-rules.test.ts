/** Which hosts an allowlist covers. */
import { expect, test } from "vitest";
import { hostRules } from "../../../src/worlds/egress/host-rules.ts";

const rules = ["Example.org", "*.example.com", "api.test:8443", "127.0.0.1:3000", "[::1]:3000", "*.wide.test:99"];

test.each([
  ["example.org", 443, "Example.org"],
  ["EXAMPLE.org.", 80, "Example.org"],
  ["example.org", 8080, undefined],
  ["www.example.org", 443, undefined],
  ["notexample.org", 443, undefined],
  ["a.example.com", 443, "*.example.com"],
  ["a.b.example.com", 443, "*.example.com"],
  ["example.com", 443, undefined],
  ["badexample.com", 443, undefined],
  ["example.com.evil.test", 443, undefined],
  ["api.test", 8443, "api.test:8443"],
  ["api.test", 443, undefined],
  ["127.0.0.1", 3000, "127.0.0.1:3000"],
  ["127.0.0.1", 80, undefined],
  ["[::1]", 3000, "[::1]:3000"],
  ["x.wide.test", 99, "*.wide.test:99"],
  ["x.wide.test", 443, undefined],
])("%s:%i is allowed by %s", (host, port, rule) => {
  expect(hostRules(rules)(host, port)?.rule).toBe(rule);
});

test.each(["", "*", "*.", "a b", "http://example.org", "example.org/path", "a*.org", "example.org:x", "user@*"])(
  "%j allows nothing",
  (rule) => {
    for (const host of ["example.org", "a.org", "", "*", "user"]) expect(hostRules([rule])(host, 443)).toBeUndefined();
  },
);

test("a rule names a host itself, or the domain above it", () => {
  const match = hostRules(["a.test", "*.b.test"]);
  expect(match("a.test", 443)).toEqual({ rule: "a.test", literal: true });
  expect(match("x.b.test", 443)).toEqual({ rule: "*.b.test", literal: false });
});
