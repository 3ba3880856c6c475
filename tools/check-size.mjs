// `node tools/check-size.mjs [folder]`: the budget of a visitor's download, as gzip, and the requests of a first visit, measured on the built
// front end (dist/web). Prints a table; a part over its budget ends with exit code 1.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const KB = 1024;
const START = "index.html";
/** Chunk with the table of screens and what all of them share (tools/chunks.mjs). */
const KERNEL = "kernel";
/**
 * Files that the driver's pages wait for until they are alive, beside the start. Like the landing page they are painted before any file has
 * come.
 */
const CASE = [KERNEL, "products/parking/driver/driver-case-screen.tsx"];
const CASE_OF_KEY = [...CASE, "products/parking/driver/case-of-key.tsx"];
/** Files that a receipt's page waits for. */
const RECEIPT = [KERNEL, "products/parking/visitor/receipts/receipt-screen.tsx"];
const ATTENDANT = "products/parking/attendant/list/attendant-dashboard-screen.tsx";
/**
 * Budgets. The attendant's first screen has the 162.5 KB that it had before checks, cases and the phone without a network, 15 KB for
 * those, 0.7 KB for its bar, its table and its menu's button, 0.8 KB for the joints of long words and where a message may stand, 10 KB
 * for 20 files in the place of 110, 1.6 KB for words of twice the size, and 1 KB for the word of a deactivated account, the link to all people
 * and a login's end. `hardened` has 1.2 KB more: accounts, the menu's way to the own one, and the line of a demanded second factor.
 */
const BUDGET = {
  start: 110 * KB,
  // Budget of styles: half a KB more than the 12.02 that all screens' classes take with the office's newest, 0.2 for the large times of
  // registration and receipt, 0.3 for the attendants' list as a table, 0.6 for the office's frame and its tables, 0.1 for the joints of
  // long words, and 1.7 for words of twice the size, the desk's tables, the lists of bids, cars, calls, viewings and people, and the clock.
  styles: 16.3 * KB,
  // Budget of the attendant: 0.4 for the clock that the ambulance shares, whose presses wait on the device, and the joints of long words;
  // 0.2 for the sign that says within seconds that a phone has lost its network, the vehicle of a turn begun without one;
  // and 0.3 for the line of a demanded second factor, which the device remembers.
  attendant: 195.2 * KB,
  // Budgets of the driver's pages: some tenths of a KB more than today's 39.0 and 81.3, 3.5 of it for 20 files in the place of 75. The names
  // of chunks and the machine's zlib alone move a build by some tens of bytes.
  case: 39.2 * KB,
  caseOfKey: 81.5 * KB,
  receipt: 37.9 * KB,
  chunk: 30 * KB,
};
/** Chunks that may be larger, by the piece of the source that they begin with; each is loaded after the first paint. */
const EXCEPTIONS = [
  { source: "@supabase/supabase-js", limit: 55 * KB },
  { source: "@zumer/snapdom", limit: 80 * KB },
  // All that a dispatcher works with, which nobody who is signed out fetches.
  { source: "dispatch/screens/signed-in-area", limit: 25 * KB },
];

const folder = process.argv[2] ?? "dist/web";
const manifest = JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8"));
const SUPABASE = "../node_modules/@supabase/supabase-js/dist/index.mjs";
/** Code of the build's own security profile, which some logins fetch before the press. */
const PROFILE = ["specified", "hardened"].map((name) => `session/profile/${name}.ts`).find((key) => key in manifest);
const screen = (name) => `products/${name}-screen.tsx`;
/** Files that a first visit asks for beside its scripts: the page, the font, the web manifest and the configuration. */
const OTHER_FILES = 4;
/** Parts that every page loads by itself, at once or soon after. */
const EVERYWHERE = [START, KERNEL, "shared/feedback/toast-host.tsx"];
/**
 * First visits of public pages and logins: the parts that load without a press, how many requests they may take, and their other requests
 * (calls, a worker). tests/journeys/everywhere/first-visit.spec.ts counts the same in a browser.
 */
const FIRST_VISITS = [
  {
    page: "/",
    most: 16,
    others: 2,
    parts: [SUPABASE, "products/main-site/landing/signed-out.tsx"],
  },
  {
    page: "start-parking",
    most: 18,
    others: 1,
    parts: [
      SUPABASE,
      screen("parking/visitor/registration/start-parking"),
      "products/parking/visitor/registration/plate-question-dialog.tsx",
    ],
  },
  { page: "/case", most: 20, others: 0, parts: [SUPABASE, screen("parking/driver/driver-case")] },
  {
    page: "/case/{key}",
    most: 20,
    others: 1,
    parts: [SUPABASE, screen("parking/driver/driver-case"), "products/parking/driver/case-of-key.tsx"],
  },
  {
    page: "/receipt/{key}",
    most: 20,
    others: 1,
    parts: [SUPABASE, screen("parking/visitor/receipts/receipt"), "shared/feedback/confirm-dialog.tsx"],
  },
  { page: "a site's entrance", most: 20, others: 1, parts: [SUPABASE, screen("parking/visitor/entrance/project")] },
  {
    page: "the attendants' login",
    most: 20,
    others: 1,
    parts: [SUPABASE, PROFILE, screen("parking/attendant/login/attendant-login"), ATTENDANT],
  },
  {
    page: "a site's admin-login",
    most: 20,
    others: 1,
    parts: [SUPABASE, PROFILE, screen("parking/office/login/customer-admin-login")],
  },
  { page: "/admin-login", most: 20, others: 0, parts: [SUPABASE, screen("main-site/admin/main-admin-login")] },
  { page: "chauffeur-login", most: 20, others: 1, parts: [SUPABASE, screen("taxi/screens/chauffeur-login")] },
  { page: "/operator-login", most: 20, others: 0, parts: [SUPABASE, screen("dispatch/screens/operator-login")] },
  { page: "/ASE/employee-login", most: 20, others: 0, parts: [SUPABASE, screen("ambulance/screens/employee-login")] },
  { page: "/ASE/admin", most: 20, others: 0, parts: [SUPABASE, screen("ambulance/screens/admin-login")] },
  { page: "/login", most: 20, others: 0, parts: [SUPABASE, screen("accounts/screens/login")] },
  { page: "/auth", most: 20, others: 0, parts: [SUPABASE, screen("accounts/screens/auth")] },
  // The call is asked again once its list is live.
  { page: "/YSTAD", most: 20, others: 2, parts: [SUPABASE, screen("real-estate/screens/listings")] },
  { page: "/brokers", most: 20, others: 0, parts: [SUPABASE, screen("real-estate/screens/brokers")] },
  { page: "/ASE", most: 20, others: 0, parts: [SUPABASE, screen("ambulance/screens/ambulance-home")] },
  { page: "/721075", most: 20, others: 0, parts: [SUPABASE, screen("dispatch/screens/dispatch")] },
];

const sizeOf = (file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;

/** The manifest's key of a room's chunk. */
const keyOfRoom = (room) => Object.keys(manifest).find((key) => manifest[key].name === room);

/** The chunk of a key and everything that it imports at once, which must be there before the chunk runs. */
function needs(key, found = new Set()) {
  const chunk = manifest[key] ?? manifest[keyOfRoom(key)];
  if (chunk === undefined) throw new Error(`check-size: ${key} is not in the manifest of ${folder}`);
  const own = key in manifest ? key : keyOfRoom(key);
  if (!found.has(own)) {
    found.add(own);
    for (const imported of chunk.imports ?? []) needs(imported, found);
  }
  return found;
}

const sum = (keys) => [...keys].reduce((bytes, key) => bytes + sizeOf(manifest[key].file), 0);
const isScript = ([, { file }]) => file.endsWith(".js");

const start = needs(START);
const startStyles = new Set([...start].flatMap((key) => manifest[key].css ?? []));
const rows = [
  { name: "JavaScript before the first paint of /", bytes: sum(start), limit: BUDGET.start },
  {
    name: "styles of /",
    bytes: [...startStyles].reduce((bytes, file) => bytes + sizeOf(file), 0),
    limit: BUDGET.styles,
  },
];
rows.push({
  name: "JavaScript before the attendant's first screen",
  bytes: sum(new Set([...start, ...needs(ATTENDANT)])),
  limit: BUDGET.attendant,
});
for (const [name, keys, limit] of [
  ["JavaScript beyond the start until /case is alive", CASE, BUDGET.case],
  ["JavaScript beyond the start until /case/{key} is alive", CASE_OF_KEY, BUDGET.caseOfKey],
  ["JavaScript beyond the start until /receipt/{key} is alive", RECEIPT, BUDGET.receipt],
]) {
  const beyond = new Set(keys.flatMap((key) => [...needs(key)]));
  rows.push({ name, bytes: sum([...beyond].filter((key) => !start.has(key))), limit });
}
const totals = rows.length;
for (const [key, { file }] of Object.entries(manifest).filter(isScript)) {
  if (start.has(key)) continue;
  const exception = EXCEPTIONS.find(({ source }) => key.includes(source));
  rows.push({ name: file, bytes: sizeOf(file), limit: exception?.limit ?? BUDGET.chunk });
}
/** Requests of each first visit, as rows of their own table. */
const visits = FIRST_VISITS.map(({ page, most, others, parts }) => {
  const keys = new Set([...EVERYWHERE, ...parts].flatMap((key) => [...needs(key)]));
  // The first stylesheet stands in the page.
  const styles = [...keys].filter((key) => key !== START).flatMap((key) => manifest[key].css ?? []);
  const files = new Set([...[...keys].map((key) => manifest[key].file), ...styles]);
  return { name: page, requests: files.size + OTHER_FILES + others, most };
});
/** Files that wait for each other: code that runs at once may then meet a part that is not there yet (tools/chunks.mjs). */
const circles = Object.keys(manifest).filter((key) =>
  (manifest[key].imports ?? []).some((imported) => needs(imported).has(key)),
);
/** Size of a screen or a part beyond the start, for the eye: there is no budget for it. */
const routes = Object.entries(manifest)
  .filter(([key, { isDynamicEntry }]) => isDynamicEntry === true && key.includes("-screen."))
  .map(([key]) => ({ name: key.split("/").at(-1), bytes: sum([...needs(key)].filter((part) => !start.has(part))) }));

const kb = (bytes) => (bytes / KB).toFixed(1).padStart(7);
const byBytes = (a, b) => b.bytes - a.bytes;
const isOver = ({ bytes, limit }) => bytes > limit;
console.log("gzip KB  budget");
for (const row of [...rows.slice(0, totals), ...rows.slice(totals).sort(byBytes)]) {
  console.log(`${kb(row.bytes)} ${kb(row.limit)}  ${row.name}${isOver(row) ? "   OVER THE BUDGET" : ""}`);
}
console.log("\nwhat a screen loads beyond the start");
for (const { name, bytes } of routes.sort(byBytes)) console.log(`${kb(bytes)}          ${name}`);

console.log("\nrequests of a first visit, and the most");
for (const { name, requests, most } of visits) {
  console.log(
    `${String(requests).padStart(7)} ${String(most).padStart(7)}  ${name}${requests > most ? "   TOO MANY" : ""}`,
  );
}

const listOf = (path) => (existsSync(path) ? readdirSync(path) : []);
/**
 * Size of the plate's reader over the wire, as the build compressed it; the screen tells it before the download (camera/reader-parts.ts).
 */
const READER_PARTS = /^(plate-reader\.worker|ort-wasm|plate-detector|plate-recogniser).*\.br$/;
const READER_LIMIT = 9_000_000;
const reader = listOf(join(folder, "assets"))
  .filter((name) => READER_PARTS.test(name))
  .reduce((bytes, name) => bytes + statSync(join(folder, "assets", name)).size, 0);
rows.push({ name: "plate's reader over the wire (brotli)", bytes: reader, limit: READER_LIMIT });
console.log(`${kb(reader)} ${kb(READER_LIMIT)}  plate's reader over the wire, brotli`);

if (circles.length > 0) console.log(`\nchunks in a circle: ${circles.join(", ")}`);

const over =
  circles.length + rows.filter(isOver).length + visits.filter(({ requests, most }) => requests > most).length;
console.log(over === 0 ? "\nwithin the budget" : `\n${over} over the budget`);
process.exitCode = over === 0 ? 0 : 1;
