/** Coupons and the percentage that each takes off. */
const coupons = { SPRING: 10, HALF: 50 };

/** What is left to pay, in cents. */
export const discounted = (cents, coupon) => {
  const percent = coupons[coupon] ?? 0;
  return cents - percent;
};
