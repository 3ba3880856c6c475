// What bounds each route: the one place of these numbers. The services take theirs from here, docs/security.md shows them
// (tools/route-bounds.ts), and tests/backend/route-bounds.test.ts sends the most and one more to each.
const KB = 1024;
const MB = 1024 * KB;

/** Connections to the database by who shares them; of the tables' each role has its own. */
export const CONNECTIONS = {
  tables: { anon: 12, authenticated: 12, service_role: 4 },
  signIn: 6,
  photos: 4,
  /** Each is kept until the bytes are stored. */
  uploads: 6,
  /** What only the database knows of the filters of those who join. */
  joins: 2,
  none: 0,
} as const;

/** A visitor is anybody without a login, but in `specified`, where attendants are visitors too. */
type ByCaller = { visitor: number; others: number };

export type RouteBounds = {
  /** Bytes of a body, or of a frame; 0: none is read. */
  bytes: number | ByCaller;
  /** Values in it, counted before it is parsed; 0 where it holds none. */
  values: number;
  /** Milliseconds of one statement; 0 where none is run. */
  statementMs: number;
  connections: keyof typeof CONNECTIONS;
  /** Rows of a body, or of an answer where there is no body; null where filters or the function say it. */
  rows: number | ByCaller | null;
  /** What must be known of who asks before a byte of the body is read. */
  grant: string;
};

const VALUES = 20_000;
const STATEMENT_MS = 10_000;
/** What one call of the tables may bring. */
const TABLE_BYTES = { visitor: 64 * KB, others: MB };
const ROWS = { visitor: 1, others: 200 };

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
const upload = { bytes: 11 * MB, values: 0, statementMs: STATEMENT_MS, connections: "uploads", rows: 1 } as const;
/** A page of shifts has hundreds of paths. */
const paths = { ...ofPhotos, bytes: 512 * KB, values: VALUES, rows: 5000 } as const;
/** A function takes a few short texts; it calls the other services from inside. */
const ofFunctions = { bytes: 16 * KB, values: 0, statementMs: STATEMENT_MS, connections: "none", rows: null } as const;
const page = { ...withoutBody, statementMs: 0, connections: "none", rows: null, grant: "nothing" } as const;

const KEY = "a key";
const TOKEN = "a key, a token";
const SECRET = "the secret key";

/** By method and address; what stands in `<>` is named by whoever asks. */
export const ROUTES = {
  "GET /rest/v1/<table>": { ...table, ...withoutBody, rows: 1000, grant: `${KEY}, SELECT` },
  "POST /rest/v1/<table>": { ...table, bytes: TABLE_BYTES, values: VALUES, rows: ROWS, grant: `${KEY}, INSERT` },
  // A message holds a signature.
  "POST /rest/v1/contact_messages": {
    ...table,
    bytes: 1200 * KB,
    values: VALUES,
    rows: ROWS,
    grant: `${KEY}, INSERT`,
  },
  "PATCH /rest/v1/<table>": { ...table, bytes: TABLE_BYTES, values: VALUES, rows: null, grant: `${KEY}, UPDATE` },
  "DELETE /rest/v1/<table>": { ...table, ...withoutBody, rows: null, grant: `${KEY}, DELETE` },
  "POST /rest/v1/rpc/<function>": {
    ...table,
    bytes: TABLE_BYTES,
    values: VALUES,
    rows: null,
    grant: `${KEY}, EXECUTE`,
  },
  // A bank's file is booked in one call: the 5 MB that a screen reads of one, and a key for each of its 5000 rows of six values.
  "POST /rest/v1/rpc/book_payments": {
    ...table,
    bytes: 6 * MB,
    values: 60_000,
    rows: 5000,
    grant: `${KEY}, EXECUTE, an admin's token in \`hardened\``,
  },
  "POST /auth/v1/signup": { ...signIn, grant: KEY },
  "POST /auth/v1/token": { ...signIn, grant: KEY },
  "POST /auth/v1/logout": { ...signIn, grant: TOKEN },
  "GET /auth/v1/user": { ...signIn, ...withoutBody, grant: TOKEN },
  "PUT /auth/v1/user": { ...signIn, grant: TOKEN },
  "POST /auth/v1/factors": { ...signIn, grant: TOKEN },
  "POST /auth/v1/factors/:id/challenge": { ...signIn, grant: TOKEN },
  "POST /auth/v1/factors/:id/verify": { ...signIn, grant: TOKEN },
  // Whoever turns it off shows the current password.
  "DELETE /auth/v1/factors/:id": { ...signIn, grant: TOKEN },
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
  "POST /functions/v1/create-admin-user": { ...ofFunctions, grant: KEY },
  "POST /functions/v1/public-case": { ...ofFunctions, grant: KEY },
  // Each frame; what is counted are the values of a join's filters.
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

/** The bounds of a route that a service offers. Throws for one that is not registered: none is offered without. */
export function boundsOf(route: string): RouteBounds {
  const bounds = (ROUTES as Readonly<Record<string, RouteBounds>>)[route];
  if (bounds === undefined) throw new Error(`The route ${route} has no bounds (server/http/bounds.ts).`);
  return bounds;
}
