// Writes the table of all routes, of the services and of the product, into docs/security.md: `npx tsx tools/route-bounds.ts`.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import {
  CONNECTIONS,
  type RouteBounds,
  ROUTES,
  type OwnRoute,
  type OwnRoutes,
  type WholeRoute,
  wholeRoute,
} from "#server/http/bounds.ts";
import { PRODUCT_ROUTES } from "#server/product/routes.ts";

const PAGE = "docs/security.md";
const [BEGIN, END] = ["<!-- from server/http/bounds.ts and server/product/routes.ts -->", "<!-- until here -->"];

/** Every route with all of its bounds: those of the services, and then the product's. */
export const ALL_ROUTES: Readonly<Record<string, WholeRoute>> = {
  ...ROUTES,
  ...Object.fromEntries(
    Object.entries(PRODUCT_ROUTES as OwnRoutes).map(([route, own]) => [route, wholeRoute(route, own)]),
  ),
};

/** The limits (contract/rate-limits.ts) that calls of a route may count for. */
export const limitsOf = ({ limits = [], counts, misses }: OwnRoute) => [
  ...limits,
  ...[counts, misses].flatMap((each) => each?.as ?? []),
];

const KB = 1024;
const none = (value: string) => (value === "0" ? "none" : value);
const size = (bytes: number) =>
  none(bytes >= KB * KB && bytes % (KB * KB) === 0 ? `${bytes / KB / KB} MB` : bytes === 0 ? "0" : `${bytes / KB} kB`);
const number = (value: number) => none(value.toLocaleString("en").replaceAll(",", " "));
/** A bound in one number, or for a visitor of `hardened` and for everybody else. */
const by = (value: RouteBounds["bytes"] | null, write: (value: number) => string) =>
  value === null ? "" : typeof value === "number" ? write(value) : `${write(value.visitor)} · ${write(value.others)}`;

function connectionsOf(pool: keyof typeof CONNECTIONS): string {
  const most = CONNECTIONS[pool];
  return typeof most === "number" ? number(most) : Object.values(most).join(" · ");
}

function line([route, whole]: [string, WholeRoute]): string {
  const { bytes, values, statementMs, connections, rows, grant } = whole;
  const processor = [
    values === 0 ? "" : `${number(values)} values`,
    statementMs === 0 ? "" : `${statementMs / 1000} s`,
  ];
  const cells = [`\`${route}\``, by(bytes, size), processor.filter((each) => each !== "").join(", ") || "none"];
  return `| ${[...cells, connectionsOf(connections), by(rows, number), grant, limitsOf(whole).join(", ")].join(" | ")} |`;
}

/** The page with the table as it is now. Throws when its marks are gone. */
export function writeBounds(page: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no marks ${BEGIN} and ${END}.`);
  const head =
    "| route | body | values, longest statement | connections | rows | known before the body is read | limits |";
  const lines = Object.entries(ALL_ROUTES).map(line);
  return [before + BEGIN, head, "|---|---|---|---|---|---|---|", ...lines, END + after].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  writeFileSync(PAGE, writeBounds(readFileSync(PAGE, "utf8")));
