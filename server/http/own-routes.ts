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
    /** Bytes of a body that count as one: a body that is kept counts by its size, however few rows it has. Left out: all of it counts as one. */
    bytesEach?: number;
    /** A call does not wait for its count while most of the limit is left (server/limits/remaining-points.ts). */
    isAhead?: true;
  };
  /** Answers that count once more, such as those to a wrong key, for the caller's address alone; a 404 counts too. */
  misses?: { as: LimitedAction; isMiss: (body: string) => boolean };
  /** Kind of staff that alone sends as much as the row says, in `hardened`; others send as much as other routes take. */
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
