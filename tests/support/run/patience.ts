// How long tests wait for what is slow for a reason that has a name. Everything else is waited for as long as its project waits
// (playwright.config.ts, vitest.config.ts). No test has a number of its own for it (tools/patience.test.ts).

/**
 * The time that every project waits for a state. vi.waitFor and vi.waitUntil take no default from a project, so that they get
 * it by name.
 */
export const PATIENCE = { timeout: 10_000 };

/** The time that a test, or its set-up, may take where a server or a database has to be started. */
export const WHOLE_TEST_MS = 120_000;

// Asserted times: they are never made longer to let a test pass.

/** A state that must be there at once. */
export const WITHIN_A_SECOND = { timeout: 1000 };
export const WITHIN_TWO_SECONDS = { timeout: 2000 };
export const WITHIN_THREE_SECONDS = { timeout: 3000 };
/** A live change that has not come by then is lost: nothing tells it a second time. */
export const TOLD = { timeout: 5000 };

// Steps that are tried several times.

/** A look or a press that is repeated until the expected state has come. */
export const ONE_TRY = { timeout: 1000 };
/** A press of a button that may go by itself meanwhile. */
export const ONE_PRESS = { timeout: 2000 };
/** An answer that has not come by then was lost on its way: it is asked for again. */
export const ANSWER_LOST = { timeout: 2500 };

// The product's own rules.

/** A rule of the product that acts after so many milliseconds, and the time to do and to see it. */
export const after = (ms: number) => ({ timeout: ms + 3000 });

/** A screen that is not live asks again so often (`POLL_MS` in web/data/live.ts, `LOOK_MS` in web/data/audit_trail/queries.ts). */
const LOOK_EVERY_MS = 15_000;
export const NEXT_LOOK = { timeout: LOOK_EVERY_MS };
/** A look that is under way does not see what changes meanwhile: the one after it does. */
export const LOOK_AFTER_NEXT = { timeout: 2 * LOOK_EVERY_MS };
/** A message about an error goes by itself (`DURATION_MS` in web/shared/feedback/toast-host.tsx). */
export const MESSAGE_GONE = after(8000);
/** The server waits twelve seconds for a database before it says that there is none (`LONGEST_WAIT_MS` in server/app.ts). */
export const DATABASE_AWAY = { timeout: 20_000 };
/** A write that was tried counts for ten seconds (`WRITE_EVERY_MS` in server/http/readiness.ts), and the next one may wait as well. */
export const READINESS_SETTLED = { timeout: 30_000 };
/** An alarm comes within a minute of its trouble (docs/runbook.md). */
export const ALARM_RAISED = { timeout: 60_000 };
/** A phone asks the network for eight seconds before it answers by itself (`PATIENCE_MS` in web/session/actions/without-network.ts). */
export const FROM_THE_PHONE = { timeout: 20_000 };
/** Screens, channels and the server find by themselves that the database or the network is there again, and try only now and then. */
export const BACK_AGAIN = { timeout: 20_000 };

// Slow steps.

/** A process starts, ends or takes over from another. */
export const PROCESS_CHANGED = { timeout: 20_000 };
/** The first start of a program in an empty folder: Vite beside a new database, a browser with a new profile. */
export const FIRST_START = { timeout: 60_000 };
/** Work that goes piece by piece: photos that are sent, what is kept for use without a network, a sweep of many rows. */
export const WORKED_THROUGH = { timeout: 45_000 };
/** Chromium notices only after half a minute that its room is gone. */
export const ROOM_NOTICED = { timeout: 90_000 };
/** Tests of several whole products: another PostgreSQL is installed, moved to, backed up and restored, or every function is served. */
export const SEVERAL_PRODUCTS = { timeout: 300_000 };
/** Every screen there is, in every width and state, in one test; what is pressed there gives up long before. */
export const EVERY_SCREEN = { timeout: 600_000 };
export const ONE_ACTION_MS = 15_000;
/** Thirty checks and eight fines, each with a photo, by one person after the other. */
export const WHOLE_DAY_MS = 420_000;
