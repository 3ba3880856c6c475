/** How often somebody may do what costs others something (profile `hardened`, decisions §4), and the words that tell it. */

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
  /** Failed attempts at one account, from wherever, make the next one wait (`SLOWED`); never those on a device of its owner. */
  slowsAccount?: boolean;
};

/** Attempts at one account that cost no waiting; each further one doubles it, from a second to the longest. Forgotten after `seconds`. */
export const SLOWED = { free: 2, longestSeconds: 30, seconds: 15 * 60 };

const MINUTES = 60;

/**
 * A whole parking company, or everybody on a site's guest network, sits behind one address: an address gets what many people
 * need. An account is one person, whose phone in the rain sends the same thing again and again.
 */
export const RATE_LIMITS = {
  /**
   * Failed attempts to log in. The account is the one that is tried; a right password forgets its attempts from there. Never by the
   * account alone: anybody could keep its owner out. A device that was logged in to the account before is an address of its own.
   */
  login: {
    address: { points: 100, seconds: 15 * MINUTES },
    account: null,
    accountAtAddress: { points: 10, seconds: 15 * MINUTES },
  },
  /**
   * Log-ins, right ones too: each costs a slow hash and a row. The account is the one that is tried, at one address, so that a thief who
   * has a password counts for himself.
   */
  hashes: {
    address: { points: 2000, seconds: 15 * MINUTES },
    account: null,
    accountAtAddress: { points: 200, seconds: 15 * MINUTES },
  },
  /**
   * Failed proofs of somebody who is logged in: a code of the second factor, the current password. Never by the account alone, as above: it
   * only slows down.
   */
  proofs: {
    address: { points: 100, seconds: 15 * MINUTES },
    account: null,
    accountAtAddress: { points: 10, seconds: 15 * MINUTES },
    slowsAccount: true,
  },
  signUp: { address: { points: 60, seconds: 60 * MINUTES }, account: null },
  /** Rows of the following three count, not requests. */
  parkings: {
    address: { points: 200, seconds: 10 * MINUTES },
    account: { points: 60, seconds: 10 * MINUTES },
  },
  contactMessages: {
    address: { points: 30, seconds: 60 * MINUTES },
    account: { points: 10, seconds: 60 * MINUTES },
  },
  bids: {
    address: { points: 100, seconds: 10 * MINUTES },
    account: { points: 30, seconds: 10 * MINUTES },
  },
  /** Notes of what people press; fifty attendants who are busy write a few a second. */
  activity: {
    address: { points: 10_000, seconds: 10 * MINUTES },
    account: { points: 1500, seconds: 10 * MINUTES },
  },
  /** Calls that make accounts and give passwords, one's own too. */
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
  /** Wrong keys of cases, replies and receipts. Right ones count for nothing and are always answered. */
  wrongKeys: { address: { points: 10, seconds: 15 * MINUTES }, account: null },
  /** Calls that issue and correct fines and reserve their numbers; the database says how many fines one account issues. */
  issuing: {
    address: { points: 6000, seconds: 10 * MINUTES },
    account: { points: 600, seconds: 10 * MINUTES },
  },
  /** Calls of drivers to the edge function `public-case`, found or not: past this limit it signs no addresses, and answers all the same. */
  caseReads: { address: { points: 300, seconds: 10 * MINUTES }, account: null },
  /**
   * Objections of drivers and what they add; whoever sends again over a bad network counts again. The account is the case, at one
   * address: by the case alone anybody who saw its QR code could keep its driver from objecting.
   */
  objections: {
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
  /** A site as a phone keeps it, which may be megabytes: asked for every two minutes, and when a page is opened. */
  offlineData: {
    address: { points: 1500, seconds: 10 * MINUTES },
    account: { points: 60, seconds: 10 * MINUTES },
  },
  /** Files of a bank that are matched, booked or taken back, and money that is given to a case: a clerk's work. */
  money: {
    address: { points: 600, seconds: 10 * MINUTES },
    account: { points: 120, seconds: 10 * MINUTES },
  },
  /** Sums over all cases or payments of a site; screens ask anew when something changed. */
  caseSums: {
    address: { points: 1500, seconds: 10 * MINUTES },
    account: { points: 300, seconds: 10 * MINUTES },
  },
  /** Rows again: work shifts, each of which tells admins by mail or Discord; as many as their photos may be sent for, two each. */
  shifts: {
    address: { points: 750, seconds: 10 * MINUTES },
    account: { points: 100, seconds: 10 * MINUTES },
  },
  /** Rows that say what somebody is about to remove. */
  removals: {
    address: { points: 6000, seconds: 10 * MINUTES },
    account: { points: 600, seconds: 10 * MINUTES },
  },
  /** Events of one case or objection, and looks that the trail notes: each is kept for good. */
  caseEvents: {
    address: { points: 6000, seconds: 10 * MINUTES },
    account: { points: 600, seconds: 10 * MINUTES },
  },
  /** Messages that an admin lets go, as a test or once more: they arrive at others. */
  messages: {
    address: { points: 100, seconds: 10 * MINUTES },
    account: { points: 30, seconds: 10 * MINUTES },
  },
  /** Photos: a shift has at most fifty. */
  uploads: {
    address: { points: 1500, seconds: 10 * MINUTES },
    account: { points: 200, seconds: 10 * MINUTES },
  },
} as const satisfies Record<string, ActionLimits>;

export type LimitedAction = keyof typeof RATE_LIMITS;
/** The limits of every action, such as a test's own small ones. */
export type RateLimits = Record<LimitedAction, ActionLimits>;

/** Text of the server's 429; screens show a text of their own. Supabase's own limits word it alike. */
export const tooManyText = (seconds: number): string =>
  `Too many attempts. You can try again after ${seconds} seconds.`;

/** The seconds that a 429's text names, or null: the client hands on the text of an error and not its headers. */
export function secondsNamedIn(text: string): number | null {
  const found = /(\d+) seconds/.exec(text);
  return found ? Number(found[1]) : null;
}
