import { useEffect, useEffectEvent, useRef } from "react";
import type { Bid } from "#data/property_bids/queries.ts";
import { withdrawnSince } from "../rules/withdrawals.ts";

/**
 * Tells each withdrawal on a list of bids once. The returned function takes a bid from a live change: a list that was fetched for another
 * reason may bring the withdrawal before it, and no list may have had the bid.
 */
export function useWithdrawals(bids: readonly Bid[] | undefined, onWithdrawn: (bid: Bid) => void): (bid: Bid) => void {
  const standing = useRef(new Set<string>());
  const lookAt = (seen: readonly Bid[]) => {
    for (const bid of withdrawnSince(standing.current, seen)) onWithdrawn(bid);
  };
  const handleList = useEffectEvent(lookAt);
  useEffect(() => handleList(bids ?? []), [bids]);
  return (bid) => lookAt([bid]);
}
