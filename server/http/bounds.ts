// The table of routes: every bound of every service stands here, and the product adds its own rows (OwnRoutes). docs/security.md shows the
// table (tools/route-bounds.ts), and tests/backend/limits/route-bounds.test.ts sends the most and one more to each route.
import type { LimitedAction } from "#contract/rate-limits.ts";

const KB = 1024;
const MB = 1024 * KB;

/** Most connections to the database, by the service that shares them. Each role of the tables has connections of its own. */
export const CONNECTIONS = {
  tables: { anon: 12, authenticated: 12, service_role: 4 },
  signIn: 6,
  photos: 4,
  /** An upload keeps its connection until the bytes are stored. */
  uploads: 6,
  /** Questions about the filters of a join that only the database can answer. */
  joins: 2,
  none: 0,
} as const;

/** A visitor is a caller without a login in `hardened`. In `specified` every caller is one of the others, since attendants have no login there. */
type ByCaller = { visitor: number; others: number };

export type RouteBounds = {
  /** Bytes of a body, or of a frame; 0: none is read. */
  bytes: number | ByCaller;
  /** Values in the body, counted before the body is parsed; 0 where a body holds none. */
  values: number;
  /** Milliseconds of one statement; 0 where none is run. */
  statementMs: number;
  connections: keyof typeof CONNECTIONS;
  /** Rows of a body, or of an answer where there is no body; null where filters or the function say it. */
  rows: number | ByCaller | null;
  /** The rights that a caller shows before a byte of the body is read. */
  grant: string;
  /** Limits that calls of this route count for, beside those that a row of the product names. */
  limits?: readonly LimitedAction[];
};

const VALUES = 20_000;
const STATEMENT_MS = 10_000;
/** Bytes of the body of one call of the tables. */
const TABLE_BYTES = { visitor: 64 * KB, others: MB };
const ROWS = { visitor: 1, others: 200 };
/** Bytes of a body that count as one change: two hundred rows of five kilobytes are more than a single change. */
export const CHANGE_BYTES = 64 * KB;

const table = { statementMs: STATEMENT_MS, connections: "tables" } as const;
const signIn = {
  bytes: 64 * KB,
  values: VALUES,
  statementMs: STATEMENT_MS,
  connections: "signIn",
  rows: null,
} as const;
const withoutBody = { bytes: 0, values: 0 } as const;
const ofPhotos = { statementMs: STATEMENT_MS, connections: "photos", rows: null } as const;
/** A photo of 10 MB travels inside a form. */
const upload = {
  bytes: 11 * MB,
  values: 0,
  statementMs: STATEMENT_MS,
  connections: "uploads",
  rows: 1,
  limits: ["uploads"],
} as const;
/** Each call names the paths of a whole page of rows with photos. */
const paths = { ...ofPhotos, bytes: 512 * KB, values: VALUES, rows: 5000 } as const;
/** The bounds of an edge function, which takes a few short texts and calls the other services from inside. */
export const EDGE_FUNCTION = {
  bytes: 16 * KB,
  values: 0,
  statementMs: STATEMENT_MS,
  connections: "none",
  rows: null,
  grant: "a key",
} as const;
const page = { ...withoutBody, statementMs: 0, connections: "none", rows: null, grant: "nothing" } as const;

const KEY = "a key";
const TOKEN = "a key, a token";
const SECRET = "the secret key";

/** The bounds of each route, by method and address. The caller names the parts in `<>`. */
export const ROUTES = {
  "GET /rest/v1/<table>": { ...table, ...withoutBody, rows: 1000, grant: `${KEY}, SELECT` },
  "POST /rest/v1/<table>": {
    ...table,
    bytes: TABLE_BYTES,
    values: VALUES,
    rows: ROWS,
    grant: `${KEY}, INSERT`,
    limits: ["work"],
  },
  // A change whose filters name no key may find at most this many rows; each found row counts.
  "PATCH /rest/v1/<table>": {
    ...table,
    bytes: TABLE_BYTES,
    values: VALUES,
    rows: ROWS.others,
    grant: `${KEY}, UPDATE`,
    limits: ["work"],
  },
  "DELETE /rest/v1/<table>": { ...table, ...withoutBody, rows: ROWS.others, grant: `${KEY}, DELETE`, limits: ["work"] },
  "POST /rest/v1/rpc/<function>": {
    ...table,
    bytes: TABLE_BYTES,
    values: VALUES,
    rows: null,
    grant: `${KEY}, EXECUTE`,
    // Functions that change something; the others count for nothing.
    limits: ["work"],
  },
  "POST /auth/v1/signup": { ...signIn, grant: KEY, limits: ["signUp"] },
  "POST /auth/v1/token": { ...signIn, grant: KEY, limits: ["hashes", "login"] },
  "POST /auth/v1/logout": { ...signIn, grant: TOKEN },
  "GET /auth/v1/user": { ...signIn, ...withoutBody, grant: TOKEN },
  "PUT /auth/v1/user": { ...signIn, grant: TOKEN, limits: ["accountCalls", "proofs"] },
  "POST /auth/v1/factors": { ...signIn, grant: TOKEN, limits: ["accountCalls"] },
  "POST /auth/v1/factors/:id/challenge": { ...signIn, grant: TOKEN, limits: ["accountCalls"] },
  "POST /auth/v1/factors/:id/verify": { ...signIn, grant: TOKEN, limits: ["proofs"] },
  // Turning a factor off asks for the current password, which travels in the body.
  "DELETE /auth/v1/factors/:id": { ...signIn, grant: TOKEN, limits: ["accountCalls", "proofs"] },
  "POST /auth/v1/admin/users": { ...signIn, grant: SECRET },
  "GET /auth/v1/admin/users/:id": { ...signIn, ...withoutBody, grant: SECRET },
  "PUT /auth/v1/admin/users/:id": { ...signIn, grant: SECRET },
  "DELETE /auth/v1/admin/users/:id": { ...signIn, ...withoutBody, grant: SECRET },
  "DELETE /auth/v1/admin/users/:id/factors/:factor": { ...signIn, ...withoutBody, grant: SECRET },
  "POST /storage/v1/object/<bucket>/<key>": { ...upload, grant: `${KEY}, the right to store there` },
  "GET /storage/v1/object/<bucket>/<key>": { ...ofPhotos, ...withoutBody, grant: KEY },
  "DELETE /storage/v1/object/<bucket>": { ...paths, grant: KEY },
  "GET /storage/v1/object/public/<bucket>/<key>": { ...ofPhotos, ...withoutBody, grant: "nothing" },
  "POST /storage/v1/object/sign/<bucket>": { ...paths, grant: KEY },
  "GET /storage/v1/object/sign/<bucket>/<key>?token": { ...ofPhotos, ...withoutBody, grant: "a signature" },
  "POST /storage/v1/object/upload/sign/<bucket>/<key>": { ...ofPhotos, ...withoutBody, grant: KEY },
  "PUT /storage/v1/object/upload/sign/<bucket>/<key>?token": {
    ...upload,
    grant: "a signature, the right of who signed to store there",
  },
  // The bytes are those of one frame, the values those of a join's filters.
  "GET /realtime/v1/websocket": {
    bytes: 128 * KB,
    values: 1000,
    statementMs: 1000,
    connections: "joins",
    rows: null,
    grant: KEY,
  },
  "GET /healthz, /readyz, /metrics": page,
  "GET /<page>": page,
} as const satisfies Record<string, RouteBounds>;

/** The bounds of a route that a service offers. Throws for a route without a row, since none may be offered without bounds. */
export function boundsOf(route: string): RouteBounds {
  const bounds = (ROUTES as Readonly<Record<string, RouteBounds>>)[route];
  if (bounds === undefined) throw new Error(`The route ${route} has no bounds (server/http/bounds.ts).`);
  return bounds;
}

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
