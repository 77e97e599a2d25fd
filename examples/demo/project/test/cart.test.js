import assert from "node:assert/strict";
import { test } from "node:test";
import { total } from "../src/cart.js";

const items = [
  { name: "bread", cents: 325, count: 2 },
  { name: "honey", cents: 900, count: 1 },
];

test("without a coupon, the items are added up", () => {
  assert.equal(total(items), 1550);
});

test("a coupon takes off its percentage", () => {
  assert.equal(total(items, "SPRING"), 1395);
});
