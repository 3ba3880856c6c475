// The rows that a product adds to the table of routes (bounds.ts): its own limits, sizes and rights, one row a route.
import type { LimitedAction } from "#contract/rate-limits.ts";
import { EDGE_FUNCTION, type RouteBounds, ROUTES } from "./bounds.ts";

/** The values that a call of a function names. */
type Values = Readonly<Record<string, unknown>>;

/** A route of the product. Bounds that the row leaves out are those of the service's other routes. */
export type OwnRoute = Partial<RouteBounds> & {
  /** The limit of calls of a function, or of new rows of a table. */
  counts?: {
    as: LimitedAction;
    /** The account that a call counts for, in place of the caller's account. */
    account?: (values: Values) => string | readonly string[] | null;
    /** Whether a call with these values counts for nothing, and is never refused. */
    isFree?: (values: Values) => boolean;
    /**
     * Bytes of a body that count as one call: a body whose content is stored counts by its size, however few rows it has. When left out,
     * the whole body counts as one call.
     */
    bytesEach?: number;
    /** The call does not wait for its count while most of the limit is left (server/limits/remaining-points.ts). */
    isAhead?: true;
  };
  /**
   * Answers that count once more, for the caller's address alone: those that `isMiss` recognizes, such as the answer to a wrong key, and
   * every 404.
   */
  misses?: { as: LimitedAction; isMiss: (body: string) => boolean };
  /**
   * Kind of staff that may send as much as this row says, in the profile `hardened`. Everybody else may send as much as other routes take.
   */
  kind?: string;
  /** Whether a call with these values is answered at once by an index. */
  isQuick?: (values: Values) => boolean;
};

/** The routes of a product, by method and address. */
export type OwnRoutes = Readonly<Record<string, OwnRoute>>;

/** A route with all of its bounds. */
export type WholeRoute = RouteBounds & OwnRoute;

const TABLES = "POST /rest/v1/";
const CALLS = `${TABLES}rpc/`;

/** The row with the bounds that it leaves out, which other routes of the same service have. Its limits are its own alone. */
export function wholeRoute(route: string, own: OwnRoute): WholeRoute {
  if (route.startsWith(CALLS)) return { ...ROUTES["POST /rest/v1/rpc/<function>"], limits: [], ...own };
  return { ...(route.startsWith(TABLES) ? ROUTES["POST /rest/v1/<table>"] : EDGE_FUNCTION), limits: [], ...own };
}

/** The routes of the table API, by the name below its address: `<table>` or `rpc/<function>`. */
export const tableRoutes = (routes: OwnRoutes): ReadonlyMap<string, WholeRoute> =>
  new Map(
    Object.entries(routes).flatMap(([route, own]): [string, WholeRoute][] =>
      route.startsWith(TABLES) ? [[route.slice(TABLES.length), wholeRoute(route, own)]] : [],
    ),
  );
