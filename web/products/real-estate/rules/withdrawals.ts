type SeenBid = { id: string; withdrawn_at: string | null };

/**
 * Bids that were withdrawn since they were seen standing. `standing` holds the ids of the bids that stand, and is kept up to date: each
 * withdrawal is told once, from a list or from a live change, whichever comes first.
 */
export function withdrawnSince<B extends SeenBid>(standing: Set<string>, seen: readonly B[]): B[] {
  const withdrawn = seen.filter((bid) => bid.withdrawn_at !== null && standing.delete(bid.id));
  for (const bid of seen) if (bid.withdrawn_at === null) standing.add(bid.id);
  return withdrawn;
}
