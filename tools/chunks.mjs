// How the front end's code is cut into files (vite.config.ts): chunks follow rooms. A screen and each part that loads on demand have a chunk
// of their own; what several of them share lies in the chunk of its room, so that a page asks for few files. A module belongs to the first room
// of the list that names it, and depends only on rooms of the list that do not depend on it: tools/check-size.mjs finds circles.

const files = (folder, ...names) => names.map((name) => `/${folder}/${name}.`);
const icons = (...names) => files("icons", ...names);

/** Pieces of a module's path that place it in a room. */
const ROOMS = {
  // Code that every page except the landing page needs at once: the table of screens, the client of the data, the cache, the sites.
  kernel: [
    "/tslib/",
    "@tanstack/react-query/",
    "@tanstack/query-core/",
    ...files("app", "branded", "data-layout", "only-for", "screens"),
    ...files("contract", "limits", "plate", "projects", "rate-limits"),
    ...files(
      "data",
      "acting",
      "ask",
      "call-function",
      "until-none",
      "client",
      "clock-error",
      "config",
      "data-error",
      "fetch-in-time",
      "fetch-or-stored",
      "in-time",
    ),
    ...files("data", "main_page_sites/queries", "query-client", "renewed-fetch", "unwrap", "use-query"),
    ...files("shared/feedback", "action-message", "failed-request", "wait-text"),
    ...files("shared", "format/zone", "offline/reach", "own-address", "secret-key", "sha256", "use-early-press"),
    ...files("shared/ui", "card", "skeleton"),
    "/session/profile/profile.",
    "/kernel/page/use-unlisted.",
    ...icons(
      "ambulance",
      "chevron-right",
      "circle-check",
      "circle-exclamation-point",
      "house",
      "info",
      "radio-tower",
      "shield-check",
      "play",
    ),
    ...icons("user-round", "x"),
  ],
  // Parts of forms and logins.
  form: [
    "/valibot/",
    ...files("contract", "luhn", "states"),
    ...files("data", "main_page_sites/use-site"),
    ...files("session/logins", "deactivated", "forget-login", "login-form", "login-reason", "login-schema", "sign-in"),
    ...files("session", "store", "use-session"),
    ...files("shared/form", "field", "form", "password-field", "search-field", "text-field", "use-form"),
    ...files("shared", "fetch-ahead"),
    ...files("shared/ui", "not-found"),
    ...files("session/account", "account", "account-address", "account-changes", "account-role"),
    ...files("session", "logins/login-steps", "second-factor/second-factor"),
    ...files("main-site/account", "account-inputs"),
    // Looking up a case, which the landing page and the driver's page offer.
    "/session/cases/",
    ...files("data", "fines/find-case"),
    ...files("data", "staff_accounts/function"),
    "/data/user_roles/",
    "/kernel/login/",
    ...icons("eye", "eye-off"),
  ],
  // Lists, actions and moments: parts with which pages show rows and act on them.
  rows: [
    ...files("contract", "staff-address"),
    ...files("data", "define-mutation", "keyset-pager", "keyset-pages", "list-in-pages", "use-infinite-query"),
    ...files(
      "data",
      "main_page_sites/listed-sites",
      "parkings/by-receipt",
      "contact_messages/mutations",
      "contact_messages/queries",
    ),
    ...files("query-core/build/modern", "infiniteQueryObserver", "mutationObserver"),
    ...files("react-query/build/modern", "useInfiniteQuery", "useMutation"),
    ...files(
      "session",
      "account/own-account-link",
      "account/people-link",
      "actions/define-action",
      "actions/without-network",
    ),
    ...icons("users-round"),
    "/session/receipts/",
    ...files("shared/format", "amount", "dates", "money", "save-file", "short-moment", "since", "spans"),
    ...files("shared", "feedback/copy-text", "form/texts", "random-key", "use-file-image", "use-lazy-code", "use-now"),
    ...files("shared/ui", "card-link", "clock-text", "main-if-focus-lost", "plate", "segments", "state-message"),
    ...files("shared/ui", "state-view", "whole-day", "count"),
    ...files("shared/ui", "badge"),
    ...files("kernel/page", "facts", "section"),
    ...icons("car", "check", "chevron-down", "copy", "footprints", "image-plus", "inbox", "arrow-right", "trash"),
    ...icons("calendar-plus"),
  ],
  // The visitor's form, and the parts that it shares with the forms of attendants and shifts.
  registration: [
    ...files("contract", "alike-plates"),
    ...files("data/parkings", "mutations", "queries", "schema"),
    ...files("data", "plate_checks/offline"),
    "/data/parking_deletion_logs/",
    ...files("shared", "form/date-field", "form/span-length", "form/time-field", "form/time-span", "ui/chip"),
    ...files("kernel", "drafts/restored-draft"),
    ...icons("calendar-days"),
  ],
  dialog: [
    ...[
      "dialog",
      "dismissable",
      "focus",
      "portal",
      "presence",
      "primitive",
      "slot",
      "id",
      "context",
      "compose-refs",
    ].map((part) => `@radix-ui/react-${part}`),
    "@radix-ui/react-use-",
    "@radix-ui/primitive",
    "radix-ui/dist/dialog",
    "react-remove-scroll",
    "react-style-singleton",
    "use-callback-ref",
    "use-sidecar",
    "get-nonce",
    "aria-hidden",
    ...files("shared/ui", "dialog", "focus-return"),
  ],
  driver: [
    "parking/driver/",
    ...files("kernel", "case/court", "case/driver-texts"),
    ...files("data/fines", "look-up", "public-case"),
  ],
  // The clock: `turns` is read by people's screens; `clock` holds the acts of people and admins on turns.
  turns: files("data/work_turns", "queries", "stamps", "live"),
  clock: ["session/work-clock/", "data/work_turns/", "data/queue/"],
  // Styles of paper, which no public page needs.
  paper: ["shared/ui/printed.css"],
  // Logged-in people: their rows, which a login compares and a session follows, and the parts for live lists.
  staff: [
    ...files("data", "define-live", "during-fetch", "live", "naming-client", "web_activity_logs/mutations"),
    ...files("session", "acting", "live-state", "owner"),
    ...files("data", "admin_accounts/queries", "site-people"),
    ...["admin_user_credentials", "ase_employees", "attendants", "profiles", "project_attendants"].flatMap((table) => [
      `/data/${table}/queries.`,
    ]),
    // The other kinds' changes write logs and release cars, which only offices need.
    ...["admin_user_credentials", "ase_employees", "staff_accounts"].map((table) => `/data/${table}/mutations.`),
    ...files("session", "live-sign"),
    ...files("session", "account/use-account-watch", "acting-as", "guard", "last-place"),
    ...files("session", "account/screen-language", "second-factor/due-line"),
    "/data/second_factor_demands/queries",
    ...["actions", "logins"].map((room) => `web/session/${room}/`),
    ...["ase_employees", "attendants", "project_attendants"].map((table) => `/data/${table}/live.`),
  ],
  // Agents, and the way on after their sign-in.
  agent: [...files("session/account", "require-agent", "use-account-end")],
  // A fine or shift while it is written, kept and sent, with its photos and drafts.
  notice: ["kernel/notice/", "kernel/queue/", "kernel/drafts/", ...files("session", "drafts", "photos")],
  // Names of kinds of people, which the list of people and the trail both show.
  "kind-names": files("session", "account/kind-names"),
  // Cars, which both the taxi and the lists of people need.
  cars: ["/data/vehicle"],
  people: [
    "web/session/",
    ...["attendants", "project_attendants"].map((table) => `/data/${table}/`),
    ...["admin_user_credentials", "attendant_deletion_logs", "audit_trail", "profiles", "staff_accounts"].map(
      (table) => `/data/${table}/`,
    ),
    "contract/password-refusals",
  ],
  // Parts that the settings of a site and of the company both show, and parts that an office shows handlers.
  company: [
    ...["payment-methods", "payee-texts", "rules/giro-check"].map((part) => `parking/office/settings/${part}`),
    ...["handlers-sites", "office-texts", "use-site-names"].map((part) => `parking/office/shell/${part}`),
  ],
  letters: ["office/letters/letter-texts"],
  ledger: ["parking/office/ledger/"],
  office: ["parking/office/"],
  camera: ["attendant/camera/"],
  board: [
    ...["check", "list", "shell"].map((room) => `attendant/${room}/`),
    // Parts of the login: it names the list, and the list shows the queue's words. The device's own work is not in them.
    "attendant/device/login-told",
    "attendant/device/device-texts",
    "attendant/queue/queue-texts",
    "attendant/shifts/parts/use-shift-reminder",
    "plate_checks/mutations",
    "kernel/board/",
    "kernel/page/",
    "data/parkings/live",
    "ui/menu",
    "ui/page-bar",
    "ui/row-toggle",
    "ui/virtual-list",
    "ui/paged-list",
    "react-virtual",
    "virtual-core",
  ],
  "own-clock": ["attendant/clock/"],
  shifts: ["attendant/shifts/"],
  fines: ["attendant/fines/", "attendant/drafts/"],
  attendant: ["parking/attendant/"],
  // A bill: its words, its code and its facts.
  bill: [
    "kernel/case/",
    "/uqr/",
    "contract/cases",
    "contract/mail-address",
    "fine_photos/photo-path",
    ...files("shared/ui", "address"),
    "photos/photo-grid",
    "shared/photo-file",
    "photos/unreadable-photos",
    "ui/photo-dialog",
    "ui/qr-code",
  ],
  photos: ["kernel/photos/", "shared/ui/photo", "shared/form/pick-button"],
  parking: ["parking/kernel/"],
  "admin-texts": ["main-site/admin/admin-texts"],
  "main-admin": ["main-site/admin/", "data/contact_messages/"],
  "main-site": ["products/main-site/"],
  // This chunk lies below cases and all other data, since both of them store files.
  "stored-files": ["web/data/stored-files"],
  cases: [
    ...[
      "fine",
      "case",
      "objection",
      "payment",
      "refund",
      "site_settings",
      "permit",
      "violation",
      "outbox",
      "shift",
      "storage",
      "erasure",
      "company",
      "of-place",
    ].map((table) => `web/data/${table}`),
    "/contract/",
  ],
  "people-list": ["accounts/people/", "web/data/people/"],
  data: [
    "web/data/",
    ...files("query-core/build/modern", "queriesObserver"),
    ...files("react-query/build/modern", "useQueries"),
  ],
  "sign-in": ["accounts/texts", "accounts/rules/sign-in", "accounts/parts/sign-in-page", "accounts/parts/site-footer"],
  accounts: ["products/accounts/"],
  trail: ["products/messages/", "products/trail/"],
  // Taxi has two chunks, as dispatch has: the login, and the screens of drivers and their admin.
  taxi: ["taxi/texts", "taxi/rules/login-problems", ...files("taxi/parts", "held-car", "open-sessions")],
  "taxi-work": ["products/taxi/"],
  ambulance: ["products/ambulance/texts"],
  "real-estate": ["products/real-estate/"],
  // Dispatch has two chunks: the ways into it, and the screens of its people.
  dispatch: [
    "dispatch/texts",
    "dispatch/rules/area",
    ...files("dispatch/parts", "admin-login-dialog", "role-choice", "use-own-session"),
  ],
  "dispatch-work": ["products/dispatch/"],
  csv: ["shared/csv/", "/papaparse/"],
  offline: ["shared/offline/", "/idb/"],
  desk: ["web/shared/", "radix-ui", "floating-ui"],
};
/** Parts of React Query that only lists and actions need. */
const OF_ROWS = /mutationObserver|useMutation|nfiniteQueryObserver|useInfiniteQuery|queriesObserver|useQueries/;

const roomOf = (id) => {
  const path = id.replaceAll("\\", "/");
  const found = Object.entries(ROOMS).find(
    ([room, pieces]) => pieces.some((piece) => path.includes(piece)) && !(room === "kernel" && OF_ROWS.test(path)),
  );
  return found?.[0] ?? (path.includes("lucide-react") ? "staff" : null);
};

/**
 * Settings for rolldown's `codeSplitting`.
 * @type {import("vite").Rolldown.CodeSplittingOptions}
 */
export const CHUNKS = {
  // An import of one icon would bring all of them along.
  includeDependenciesRecursively: false,
  groups: [
    // The libraries that every screen needs and releases seldom change, in one file: it compresses best so and stays in the browser's cache.
    {
      name: "framework",
      priority: 4,
      test: /node_modules[/\\](react|react-dom|scheduler|react-router)[/\\]|rolldown[/]runtime/,
    },
    { name: "start", priority: 3, tags: ["$initial"] },
    { name: "kernel", priority: 2, test: (id) => roomOf(id) === "kernel" },
    // Code of a single screen stays with it.
    { name: roomOf, debugName: "rooms", priority: 1, minShareCount: 2 },
  ],
};
