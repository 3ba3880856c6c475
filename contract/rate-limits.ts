/** Limits of actions that cost others something (profile `hardened`, decisions §4), and the words of a refusal. */

/** At most `points` within `seconds`, counted from the first. */
export type RateLimit = { points: number; seconds: number };

/**
 * The limits of one action: of everybody behind one network address, of one account where there is one, and of one account as it is
 * tried from one address.
 */
export type ActionLimits = {
  address: RateLimit;
  account: RateLimit | null;
  accountAtAddress?: RateLimit;
  /**
   * Whether failed attempts at one account, from anywhere, make the next attempt wait (`SLOWED`). Attempts on a device of its owner never
   * do.
   */
  slowsAccount?: boolean;
};

/**
 * Free attempts at one account. Each further attempt doubles the wait, from a second to the longest. Attempts are forgotten after
 * `seconds`.
 */
export const SLOWED = { free: 2, longestSeconds: 30, seconds: 15 * 60 };

const MINUTES = 60;

/**
 * A whole parking company, or everybody on a site's guest network, sits behind one address: an address gets what many people
 * need. An account is one person, whose phone in the rain sends the same thing again and again.
 */
export const RATE_LIMITS = {
  /**
   * Failed attempts to log in. The account is the tried account; a right password forgets its attempts from there. The limit never counts
   * by the account alone, since anybody could keep its owner out. A device that was logged in to the account before counts as an address of
   * its own.
   */
  login: {
    address: { points: 100, seconds: 15 * MINUTES },
    account: null,
    accountAtAddress: { points: 10, seconds: 15 * MINUTES },
  },
  /**
   * Log-ins, successful ones too: each costs a slow hash and a row. The account is the tried account at one address, so that a thief who
   * has a password uses up his own limit.
   */
  hashes: {
    address: { points: 2000, seconds: 15 * MINUTES },
    account: null,
    accountAtAddress: { points: 200, seconds: 15 * MINUTES },
  },
  /**
   * Failed proofs of a person who is logged in: a code of the second factor, the current password. As above, the account alone is never
   * refused: it only slows down.
   */
  proofs: {
    address: { points: 100, seconds: 15 * MINUTES },
    account: null,
    accountAtAddress: { points: 10, seconds: 15 * MINUTES },
    slowsAccount: true,
  },
  signUp: { address: { points: 60, seconds: 60 * MINUTES }, account: null },
  /** New parkings and the two actions after them count by rows, and not by requests. */
  parkings: {
    address: { points: 200, seconds: 10 * MINUTES },
    account: { points: 60, seconds: 10 * MINUTES },
  },
  contactMessages: {
    address: { points: 30, seconds: 60 * MINUTES },
    account: { points: 10, seconds: 60 * MINUTES },
  },
  /** The account of a broker's bid is the key of its bidder's device (document 5 §10). */
  bids: {
    address: { points: 100, seconds: 15 * MINUTES },
    account: { points: 30, seconds: 15 * MINUTES },
  },
  /** Visitors who sign up for a viewing (document 5 §10). */
  viewingSignups: { address: { points: 5, seconds: 15 * MINUTES }, account: null },
  /** Mail addresses that visitors type, to follow a property or to get a lost link again; each may cause a mail. */
  follows: { address: { points: 5, seconds: 15 * MINUTES }, account: null },
  /** Entries of the activity log, which notes each press; fifty busy attendants write a few a second. */
  activity: {
    address: { points: 10_000, seconds: 10 * MINUTES },
    account: { points: 1500, seconds: 10 * MINUTES },
  },
  /** Calls that make accounts and give passwords, also those for the caller's own account. */
  accountCalls: {
    address: { points: 200, seconds: 10 * MINUTES },
    account: { points: 100, seconds: 10 * MINUTES },
  },
  /**
   * Looks at a case by number and plate, right or wrong (document 4 §4). The number and the plate count as an account each, so that nobody
   * tries all numbers of a known plate from many addresses. Past a limit the right pair is refused too; the QR code's key is not.
   */
  caseLookUps: {
    address: { points: 10, seconds: 15 * MINUTES },
    account: { points: 10, seconds: 60 * MINUTES },
  },
  /** Wrong keys of cases, replies and receipts. Right keys count for nothing and are always answered. */
  wrongKeys: { address: { points: 10, seconds: 15 * MINUTES }, account: null },
  /** Calls that issue and correct fines and reserve their numbers; the database says how many fines one account issues. */
  issuing: {
    address: { points: 6000, seconds: 10 * MINUTES },
    account: { points: 600, seconds: 10 * MINUTES },
  },
  /** Calls of drivers to the edge function `public-case`, found or not: past this limit it signs no addresses, and answers all the same. */
  caseReads: { address: { points: 300, seconds: 10 * MINUTES }, account: null },
  /**
   * Objections of drivers and additions to them; a driver who sends again over a bad network counts again. The account is the case, as
   * tried from one address: with a limit of the case alone, anybody who saw its QR code could keep its driver from objecting.
   */
  objections: {
    address: { points: 60, seconds: 60 * MINUTES },
    account: null,
    accountAtAddress: { points: 20, seconds: 60 * MINUTES },
  },
  /** Bank accounts that drivers give for refunds, correct ones or not, so that nobody can find out by many tries which accounts exist. */
  refundAccounts: {
    address: { points: 60, seconds: 60 * MINUTES },
    account: null,
    accountAtAddress: { points: 20, seconds: 60 * MINUTES },
  },
  /** Parkings that are ended or extended by their receipts: each change stands in the trail. The account is the receipt, at one address. */
  receiptChanges: {
    address: { points: 300, seconds: 10 * MINUTES },
    account: null,
    accountAtAddress: { points: 30, seconds: 10 * MINUTES },
  },
  /** Checks of plates, with those that a phone sends after an outage: an attendant makes some a minute, and a queue waits for its turn. */
  checks: {
    address: { points: 6000, seconds: 10 * MINUTES },
    account: { points: 600, seconds: 10 * MINUTES },
  },
  /** A site as a phone keeps it, which may be megabytes: the phone asks for it every two minutes, and when a page is opened. */
  offlineData: {
    address: { points: 1500, seconds: 10 * MINUTES },
    account: { points: 60, seconds: 10 * MINUTES },
  },
  /** Files of a bank that are matched, booked or taken back, and money that is given to a case: a clerk's work. */
  money: {
    address: { points: 600, seconds: 10 * MINUTES },
    account: { points: 120, seconds: 10 * MINUTES },
  },
  /** Sums over all cases or payments of a site; screens ask anew after a change. */
  caseSums: {
    address: { points: 1500, seconds: 10 * MINUTES },
    account: { points: 300, seconds: 10 * MINUTES },
  },
  /** Rows of work shifts, each of which tells admins by mail or Discord. The limit fits that of uploads, with two photos a shift. */
  shifts: {
    address: { points: 750, seconds: 10 * MINUTES },
    account: { points: 100, seconds: 10 * MINUTES },
  },
  /** Announcements of removals: rows that name the thing that a person is about to remove. */
  removals: {
    address: { points: 6000, seconds: 10 * MINUTES },
    account: { points: 600, seconds: 10 * MINUTES },
  },
  /** Events of one case or objection, and looks that the trail notes: each is kept for good. */
  caseEvents: {
    address: { points: 6000, seconds: 10 * MINUTES },
    account: { points: 600, seconds: 10 * MINUTES },
  },
  /**
   * Changes by dispatch of units, calls and notes: each stands in a history, and a call is told outside. The account is the operator, or
   * the key of a unit's crew. Alarms never count (document 5 §10).
   */
  dispatch: {
    address: { points: 2400, seconds: MINUTES },
    account: { points: 240, seconds: MINUTES },
  },
  /**
   * Stamps of the clock, and changes of cars, sales, people and settings: each stands in a history. A queue of stamps waits for its turn.
   */
  work: {
    address: { points: 6000, seconds: 10 * MINUTES },
    account: { points: 600, seconds: 10 * MINUTES },
  },
  /** Messages that an admin sends as a test or once more: they arrive at other people. */
  messages: {
    address: { points: 100, seconds: 10 * MINUTES },
    account: { points: 30, seconds: 10 * MINUTES },
  },
  /** Uploads of photos: a shift has at most fifty. */
  uploads: {
    address: { points: 1500, seconds: 10 * MINUTES },
    account: { points: 200, seconds: 10 * MINUTES },
  },
} as const satisfies Record<string, ActionLimits>;

export type LimitedAction = keyof typeof RATE_LIMITS;
/** The limits of every action; tests have smaller ones. */
export type RateLimits = Record<LimitedAction, ActionLimits>;

/** Text of the server's 429; screens show a text of their own. Supabase's own limits word it alike. */
export const tooManyText = (seconds: number): string =>
  `Too many attempts. You can try again after ${seconds} seconds.`;

/** The seconds that a 429's text names, or null: the client hands on the text of an error and not its headers. */
export function secondsNamedIn(text: string): number | null {
  const found = /(\d+) seconds/.exec(text);
  return found ? Number(found[1]) : null;
}
