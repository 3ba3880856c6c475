/** A bid below this part of the hoped price looks like a slip: half, so that a missing zero is always noticed. */
const FAR_BELOW = 0.5;

/** Whether a bid is so far below the minimum (a hint and no rule, document 2 §5) that it may be a typing error. */
export const isFarBelow = (amount: number, minimum: number): boolean => amount < minimum * FAR_BELOW;
