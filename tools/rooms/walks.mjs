// Walks: the files that a stranger opens to understand one thing, and how often the next file stands in another room. `node tools/check-rooms.mjs`
// holds their numbers, so that a walk never grows unseen; `--walks` prints each walk.
import { loadedBy, roomOf } from "./imports.mjs";

/**
 * A walk begins at `entries`, in their order, and follows what each file loads. A file of `doors` is opened, and what it loads is another
 * walk's. A file or folder of `beside` is not opened, since what it does decides nothing here. `files` and `changes` are the most.
 */
export const WALKS = {
  "GET /rest/v1/<table>": {
    entries: [
      "server/http/listen.ts",
      "server/app.ts",
      "server/http/door.ts",
      "server/table-api/http.ts",
      "server/table-api/table-api.ts",
    ],
    doors: ["server/app.ts", "server/database/driver/client.ts"],
    // Metrics, and the statement that tells followers of a change.
    beside: ["server/database/driver/reports.ts", "server/realtime/"],
    files: 26,
    changes: 8,
  },
  "POST /auth/v1/token": {
    entries: [
      "server/http/listen.ts",
      "server/app.ts",
      "server/http/door.ts",
      "server/http/security-headers.ts",
      "server/sign-in/create-sign-in.ts",
      "server/limits/limits.ts",
    ],
    // A statement's way to the database is the walk above.
    doors: [
      "server/app.ts",
      "server/database/driver/connect.ts",
      "server/database/driver/pipeline.ts",
      "server/database/driver/outage.ts",
    ],
    // Other routes, and passwords that somebody chooses.
    beside: ["server/sign-in/admin.ts", "server/sign-in/factors.ts", "server/sign-in/password-rules.ts"],
    files: 27,
    changes: 12,
  },
  "npm run backup": {
    entries: ["tools/command.mjs", "server/commands/backup.ts"],
    doors: [
      "tools/command.mjs",
      "server/settings.ts",
      "server/database/embedded/embedded.ts",
      "server/database/driver/connect.ts",
      "server/database/driver/client.ts",
      "server/database/hosted-layout.ts",
    ],
    // `--verify` restores, and a folder is locked for a restore.
    beside: ["server/backup/restore.ts", "server/database/embedded/folder-lock.ts"],
    files: 23,
    changes: 9,
  },
  "a bank file read and booked": {
    entries: [
      "web/products/parking/office/payments/read-file-panel.tsx",
      "web/products/parking/office/payments/bank-file.worker.ts",
    ],
    doors: ["web/data/payments/mutations.ts", "web/data/payments/queries.ts", "web/data/payment_files/queries.ts"],
    // How parts look, and how any screen reads, follows and acts (docs/architecture.md).
    beside: [
      "web/shared/",
      "web/session/",
      "web/data/acting.ts",
      "web/data/data-error.ts",
      "web/data/use-query.ts",
      "web/data/use-infinite-query.ts",
      "web/data/site_settings/",
      "web/products/parking/kernel/",
      "web/products/parking/office/payments/payment-texts.ts",
    ],
    files: 18,
    changes: 4,
  },
};

/** Contracts, generated lists and mail's own functions, which are nobody's next file. */
const NEVER = /^contract\/|\.gen\.ts$|^supabase\//;

/** The entry of `beside` that holds a file. */
const besideOf = (path, beside) =>
  beside.find((each) => path === each || (each.endsWith("/") && path.startsWith(each)));

/**
 * The files of a walk in the order in which they are opened, each with the file that leads there. `read` gives a file's text, and `used` takes
 * each door and each entry of `beside` that the walk comes to.
 */
export function filesOf({ entries, doors, beside }, read, used = new Set()) {
  const opened = new Map();
  const open = (path, from) => {
    const left = besideOf(path, beside);
    if (left !== undefined) used.add(left);
    if (left !== undefined || opened.has(path) || NEVER.test(path)) return;
    opened.set(path, from);
    if (doors.includes(path)) used.add(path);
    else for (const next of loadedBy(path, read(path))) open(next, path);
  };
  entries.forEach((path, at) => open(path, entries[at - 1]));
  return [...opened];
}

/** The number of files that are opened from a file of another room. */
export const changesOf = (files) =>
  files.filter(([path, from]) => from !== undefined && roomOf(path) !== roomOf(from)).length;

/** The walks that have more files or changes of room than they may, and doors and exceptions that no walk comes to, as sentences. */
export function walkProblems(walks, read) {
  return Object.entries(walks).flatMap(([name, walk]) => {
    const used = new Set();
    const files = filesOf(walk, read, used);
    const found = { files: files.length, changes: changesOf(files) };
    return [
      ...Object.entries(found)
        .filter(([what, count]) => count > walk[what])
        .map(([what, count]) => `the walk ${name} has ${count} ${what}, at most ${walk[what]} (tools/rooms/walks.mjs)`),
      ...[...walk.doors, ...walk.beside]
        .filter((each) => !used.has(each))
        .map((each) => `the walk ${name} never comes to ${each} (tools/rooms/walks.mjs)`),
    ];
  });
}
