// Times that tests wait for slow things, each with a name that gives the reason. For all other states a test waits as long as its project
// says (playwright.config.ts, vitest.config.ts). No test writes such a number itself (tools/patience.test.ts).

/**
 * Time for which every project waits for a state. vi.waitFor and vi.waitUntil take no default from a project, so they get this time by
 * name.
 */
export const PATIENCE = { timeout: 10_000 };

/** Longest time of a test, or of its set-up, that starts a server or a database. */
export const WHOLE_TEST_MS = 120_000;

// Asserted times: these are never raised to let a test pass.

/** Time for a state that must come at once. */
export const WITHIN_A_SECOND = { timeout: 1000 };
export const WITHIN_TWO_SECONDS = { timeout: 2000 };
export const WITHIN_THREE_SECONDS = { timeout: 3000 };
/** Time for a live change. A change that has not come by then is lost, since nothing sends it a second time. */
export const TOLD = { timeout: 5000 };

// Steps that are tried several times.

/** Time of one look or press, which is repeated until the expected state has come. */
export const ONE_TRY = { timeout: 1000 };
/** Time to press a button that may disappear by itself before the press. */
export const ONE_PRESS = { timeout: 2000 };
/** Time after which an answer counts as lost on its way, and the test asks again. */
export const ANSWER_LOST = { timeout: 2500 };

// The product's own rules.

/** Time for a rule of the product that acts after so many milliseconds, with three seconds to act and to be seen. */
export const after = (ms: number) => ({ timeout: ms + 3000 });

/** Time between two fetches of a screen that is not live (`POLL_MS` in web/data/live.ts, `LOOK_MS` in web/data/audit_trail/queries.ts). */
const LOOK_EVERY_MS = 15_000;
export const NEXT_LOOK = { timeout: LOOK_EVERY_MS };
/** Time for a change that comes during a fetch: that fetch misses the change, and the next one finds it. */
export const LOOK_AFTER_NEXT = { timeout: 2 * LOOK_EVERY_MS };
/** Time after which a message about an error has disappeared by itself (`DURATION_MS` in web/shared/feedback/toast-host.tsx). */
export const MESSAGE_GONE = after(8000);
/** Time for the server's answer without a database: it waits twelve seconds for one (`LONGEST_WAIT_MS` in server/app.ts). */
export const DATABASE_AWAY = { timeout: 20_000 };
/**
 * Time until /readyz knows of a fault: a test write counts for ten seconds (`WRITE_EVERY_MS` in server/http/readiness.ts), and the next one
 * may wait as long.
 */
export const READINESS_SETTLED = { timeout: 30_000 };
/** Time for an alarm, which comes within a minute of its trouble (docs/runbook.md). */
export const ALARM_RAISED = { timeout: 60_000 };
/**
 * Time for an answer of the phone itself: it asks the network for eight seconds first (`PATIENCE_MS` in
 * web/session/actions/without-network.ts).
 */
export const FROM_THE_PHONE = { timeout: 20_000 };
/** Time until screens, channels and the server find by themselves that the database or the network is back; they try only now and then. */
export const BACK_AGAIN = { timeout: 20_000 };

// Slow steps.

/** Time for a process to start, to end, or to take over from another. */
export const PROCESS_CHANGED = { timeout: 20_000 };
/** Time for the first start of a program in an empty folder: Vite beside a new database, a browser with a new profile. */
export const FIRST_START = { timeout: 60_000 };
/** Time for work in many pieces: photos that are sent, data that is kept for use without a network, a sweep of many rows. */
export const WORKED_THROUGH = { timeout: 45_000 };
/** Time until Chromium notices that its room is gone, which takes half a minute. */
export const ROOM_NOTICED = { timeout: 90_000 };
/**
 * Time for tests of several whole products: another PostgreSQL is installed, moved to, backed up and restored, or every function is served.
 */
export const SEVERAL_PRODUCTS = { timeout: 300_000 };
/** Time for a test of every screen, in every width and state. A single press in it gives up much earlier. */
export const EVERY_SCREEN = { timeout: 600_000 };
export const ONE_ACTION_MS = 15_000;
/** Time for thirty checks and eight fines with a photo each, by one person, one after the other. */
export const WHOLE_DAY_MS = 420_000;
