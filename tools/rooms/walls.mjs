// The walls between folders, said once: which folder knows which, and which rooms lie below which. `.oxlint-walls.gen.json` is written from
// this list (`node tools/check-rooms.mjs --write`), and the lint holds it on each import.
import { readFileSync } from "node:fs";

/** The folders of package.json's `imports` that lie in the project. A new one is forbidden until a wall below knows it. */
const ALIASES = Object.entries(JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).imports)
  .filter(([, target]) => !target.startsWith("./node_modules/"))
  .map(([name]) => name.slice("#".length, -"/*".length));

/** Rooms from the lowest to the highest: a room imports rooms before it, never one behind it. */
export const ROOMS = {
  "web/products/parking/attendant": [
    ["queue", "offline", "check", "drafts", "device", "shell"],
    ["fines", "camera", "shifts", "clock", "own-cases", "list", "login"],
  ].flat(),
  "web/products/parking/office": [
    ["shell", "case", "letters", "objections", "refunds", "payments", "cases"],
    ["admin", "erasure", "statistics", "ledger", "overview", "permits", "settings", "company", "login"],
  ].flat(),
  "web/products/parking/visitor": ["entrance", "registration", "receipts"],
  "web/products/parking/kernel": ["page", "queue", "photos", "drafts", "case", "notice", "board", "shifts", "login"],
  "web/products/main-site": ["account", "contact", "particles", "landing", "admin"],
};

/** Parking's neighbours beside the kernel. Each knows the kernel, by `#parking/kernel/…`, and the kernel knows none of them. */
const NEIGHBOURS = ["attendant", "office", "driver", "visitor"];

const BROWSER = ["contract", "shared", "data", "session", "products", "app"];
/** The folders below a folder of the browser, and itself. */
const upTo = (folder) => BROWSER.slice(0, BROWSER.indexOf(folder) + 1);

const PRODUCT = {
  knows: upTo("session"),
  says: "A product knows contract/, shared/, data/, session/ and its own folder (by relative path).",
  isActing: true,
};

const SERVER = {
  knows: ["contract", "server", "functions"],
  up: 1,
  isSupabase: true,
  says: "server/ knows contract/, supabase/functions and itself.",
};
/** The rooms of the server that would serve another product as well. */
const GENERAL = [
  ["table-api", "sign-in", "storage", "realtime", "http", "limits"],
  ["callers", "database", "functions", "static", "watching"],
].flat();

/** Walls in order; of several that hold a file, the last one counts. `up` is how many folders up a relative path may lead. */
const WALLS = [
  { files: "contract/**", knows: [], up: 0, says: "contract/ imports nothing of the project." },
  { files: "web/shared/**", knows: upTo("shared"), up: 1, says: "web/shared/ knows contract/ and itself." },
  {
    files: "web/data/**",
    knows: upTo("data"),
    up: 1,
    isSupabase: true,
    says: "web/data/ knows contract/, shared/ and itself.",
  },
  {
    files: "web/session/**",
    knows: upTo("session"),
    up: 1,
    isActing: true,
    says: "web/session/ knows contract/, shared/, data/ and itself.",
  },
  { files: "web/products/**", up: 1, ...PRODUCT },
  { files: "web/products/*/*/*/**", up: 2, ...PRODUCT },
  ...neighbour("driver", { files: "web/products/parking/driver", up: 0 }),
  ...["attendant", "office", "visitor", "kernel"].flatMap((name) =>
    neighbour(name, { files: `web/products/parking/${name}/*`, up: 1 }),
  ),
  ...Object.entries(ROOMS).flatMap(([floor, rooms]) => rooms.flatMap((room) => roomOf(floor, room, rooms))),
  { files: "web/app/**", knows: upTo("app"), up: 1, says: "web/app/ knows the browser's folders only." },
  { files: "server/**", ...SERVER },
  ...GENERAL.map((room) => ({
    files: `server/${room}/**`,
    ...SERVER,
    never: {
      regex: "^(#server|\\.\\.)/product/",
      message: "The general rooms of the server know no product: server/app.ts hands in what they need of it.",
    },
  })),
];

/** Files that may change data without an action; each says its reason at its head. */
const BESIDE_ACTIONS = [
  "web/session/profile/specified.ts",
  "web/session/profile/hardened.ts",
  "web/session/staff/specified-staff.ts",
  "web/session/staff/hardened-staff.ts",
  "web/products/parking/attendant/queue/send-entry.ts",
  "web/products/parking/attendant/check/use-plate-check.ts",
  "web/products/parking/attendant/camera/use-camera-check.ts",
  "web/products/parking/attendant/fines/issuing/use-issuing.ts",
  "web/products/parking/attendant/fines/issuing/case-numbers.ts",
  "web/products/parking/attendant/fines/issuing/deliver.ts",
  "web/products/parking/kernel/photos/send-photos.ts",
  "web/products/parking/office/case/use-noted-viewing.ts",
  "web/products/parking/office/cases/list/send-queue-file.ts",
];

/**
 * A neighbour's two walls: for files on its floor, and for files in its folders, whose paths may go up one folder more without leaving the
 * neighbour.
 */
function neighbour(name, { files, up }) {
  const others = name === "kernel" ? [name, ...NEIGHBOURS] : NEIGHBOURS;
  const wall = {
    ...PRODUCT,
    knows: [...PRODUCT.knows, "parking"],
    never: {
      regex: `^#parking/(${others.join("|")})/`,
      message:
        name === "kernel"
          ? "parking/kernel/ knows none of its neighbours, and itself by relative path."
          : `parking/${name}/ knows parking/kernel/ and itself (by relative path), none of its neighbours.`,
    },
  };
  return [
    { ...wall, files: `${files}/*`, up },
    { ...wall, files: `${files}/*/**`, up: up + 1 },
  ];
}

/** A room's wall: it has the walls of its floor, and may import none of the rooms behind it in the list. */
function roomOf(floor, room, rooms) {
  const above = rooms.slice(rooms.indexOf(room) + 1);
  if (above.length === 0) return [];
  const order = {
    regex: `^(\\.\\./)+(${above.join("|")})/`,
    message: `${floor.split("/").at(-1)}/${room}/ lies below these rooms: move what both need below both (tools/rooms/walls.mjs).`,
  };
  return ["*", "*/**"].map((files) => ({ files: `${floor}/${room}/${files}`, order }));
}

const ONCE = "What people do is defined once, with defineAction (session/actions/define-action.ts)";
const MUTATION = { name: "@tanstack/react-query", importNames: ["useMutation"], message: `${ONCE}.` };
const CALL = {
  regex: "^#data/.*mutations\\.ts$",
  allowImportNamePattern: "^(use[A-Z]|[A-Z]|(logActivity|activityWritten)$)",
  message: `${ONCE}: import the hook of the call.`,
};

/** The lint's override of a wall. */
function overrideOf({ files, knows, up, says, isActing, isSupabase, never, order }, isBeside = false) {
  const forbidden = ALIASES.filter((name) => !knows.includes(name)).join("|");
  const supabase = isSupabase ? "" : "|@supabase/";
  const patterns = [
    { regex: `^(#(${forbidden})/|(\\.\\./){${up + 1}}${supabase})`, message: says },
    ...(never === undefined ? [] : [never]),
    ...(order === undefined ? [] : [order]),
    ...(isActing && !isBeside ? [CALL] : []),
  ];
  const rule = ["error", { ...(isActing && { paths: [MUTATION] }), patterns }];
  return { files: [files], rules: { "eslint/no-restricted-imports": rule } };
}

const matcher = (files) =>
  new RegExp(`^${files.replaceAll(/\*\*|\*|\./g, (sign) => ({ "**": ".+", "*": "[^/]+", ".": "\\." })[sign])}$`);

/** The lint's configuration of all walls. */
export function lintOfWalls() {
  // The wall of a room takes over from its neighbour's wall everything that it does not say itself.
  const whole = [];
  for (const wall of WALLS)
    whole.push(
      wall.knows === undefined ? { ...whole.findLast(({ files }) => holds(files, wall.files)), ...wall } : wall,
    );
  const beside = BESIDE_ACTIONS.map((file) => {
    const wall = whole.findLast(({ files }) => matcher(files).test(file));
    return overrideOf({ ...wall, files: file }, true);
  });
  return { overrides: [...whole.map((wall) => overrideOf(wall)), ...beside] };
}

/** Whether all files of one wall are among the files of another. */
const holds = (outer, inner) => matcher(outer).test(inner.replaceAll("**", "a/a").replaceAll("*", "a"));
