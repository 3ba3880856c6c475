/** How small a part of what the seller hopes for a bid has to be to look like a slip: half, so that a missing zero is always one. */
const FAR_BELOW = 0.5;

/** Whether a bid is so far below the minimum, which is a hint and no rule (document 2 §5), that it may be a slip of the finger. */
export const isFarBelow = (amount: number, minimum: number): boolean => amount < minimum * FAR_BELOW;
