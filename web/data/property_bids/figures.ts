/** Reads the highest bid on each property and the number of bids, for lists that show no bids. */
import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { useActing } from "../acting.ts";
import { unwrap } from "../unwrap.ts";
import { bidQueries } from "./queries.ts";
import { askedBy, queryOptions } from "../use-query.ts";

/** `highest` is null when there is no bid. */
export type BidFigures = { highest: number | null; bids: number };

type Row = BidFigures & { property_id: string };

/** The number of properties in one call; the database allows up to 100. */
const CHUNK = 24;
/** The interval of the fetches, in milliseconds. The bids of an open property are live. */
const POLL_MS = 60_000;

const figuresQuery = (propertyIds: string[]) =>
  queryOptions({
    queryKey: [...bidQueries.figures, propertyIds] as const,
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
    queryFn: async (acting, { signal }): Promise<Row[]> => {
      const client = await acting.client();
      // The generated type does not know that the highest bid may be null.
      return unwrap(await client.rpc("get_bid_figures", { property_ids: propertyIds }).abortSignal(signal)) as Row[];
    },
  });

/** The figures by property. A property whose bids the visitor may not see has none. */
export function useBidFigures(propertyIds: readonly string[]): ReadonlyMap<string, BidFigures> {
  const chunks = Array.from({ length: Math.ceil(propertyIds.length / CHUNK) }, (_, at) =>
    propertyIds.slice(at * CHUNK, (at + 1) * CHUNK),
  );
  const acting = useActing();
  return useQueries({ queries: chunks.map((ids) => askedBy(acting, figuresQuery(ids))), combine: byProperty });
}

const byProperty = (answers: { data?: Row[] | undefined }[]): ReadonlyMap<string, BidFigures> =>
  new Map(answers.flatMap(({ data = [] }) => data.map((row) => [row.property_id, row])));
