import { discounted } from "./discount.js";

/** What a cart costs, in cents. */
export const total = (items, coupon) => {
  const sum = items.reduce((cents, item) => cents + item.cents * item.count, 0);
  return discounted(sum, coupon);
};
