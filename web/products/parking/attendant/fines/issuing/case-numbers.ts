// Case numbers reserved for an attendant. They lie on the device until they are used (document 4 §4). A number is never given twice, so a
// fine has its final number before it is sent.
import { useEffect, useMemo, useState } from "react";
import { type ActingOnDevice, useActingOnDevice } from "#data/acting.ts";
import { isCaseRefusal, messageOf } from "#data/data-error.ts";
import { holdCaseNumbers } from "#data/case_numbers/mutations.ts";
import { reserveCaseNumbers } from "#data/fines/mutations.ts";
import type { Session } from "#session/store.ts";
import { keepEntry, readEntry } from "#shared/device-entry.ts";
import { runInOneTab } from "#shared/offline/run-in-one-tab.ts";
import { listWaiting } from "#shared/offline/device-store.ts";
import { randomKey } from "#shared/random-key.ts";
import type { WaitingEntry } from "../../queue/use-waiting.ts";

/** The numbers that a device keeps, and the count below which it fetches more. */
const STORE = { full: 20, low: 10 } as const;
/** The interval at which a device reports its numbers, in milliseconds. Numbers that no device has reported for a day count no more. */
const TELL_EVERY_MS = 3_600_000;

type Store = {
  numbers: string[];
  request?: { id: string; count: number };
  /** The time of the last report. */
  told?: number;
  /** The database's reason for refusing the last request. */
  refused?: string;
  /** The numbers of the last fines, each with its fine, so that two tabs do not give one number to two fines. */
  used?: [number: string, fine: string][];
};

/** The count of used numbers to remember: more than two tabs can have drafts. */
const REMEMBERED = 40;

/** Numbers belong to the person, not to the login: the next login uses those of an ended one. */
const keyOf = ({ site }: ActingOnDevice, session: Session) =>
  `case-numbers ${site ?? ""} ${session.accountId ?? session.userId}`;

function read(key: string): Store {
  const found = readEntry(key) as Partial<Store> | null;
  return Array.isArray(found?.numbers) ? { ...found, numbers: found.numbers } : { numbers: [] };
}

/** Without room on the device the database gives a number when the fine is issued. */
const write = (key: string, store: Store): boolean => keepEntry(key, store);

type Claim = { wanted: string; fine: string; waiting: ReadonlySet<string> };

/** The numbers of other fines that wait to be sent. A killed browser may have lost its own note of them. */
async function numbersWaiting(owner: string, fine: string): Promise<ReadonlySet<string>> {
  const rows = await listWaiting(owner).catch(() => []);
  const others = (rows as WaitingEntry[]).flatMap((row) => (row.kind === "fine" && row.id !== fine ? [row] : []));
  return new Set(others.map(({ payload }) => payload.fine.case_number ?? ""));
}

function claim(key: string, { wanted, fine, waiting }: Claim): string {
  const store = read(key);
  const used = store.used ?? [];
  const isFree = (number: string) =>
    !waiting.has(number) && number !== "" && !used.some(([other, owner]) => other === number && owner !== fine);
  // A retry keeps the number this fine already claimed.
  const own = used.find(([, owner]) => owner === fine)?.[0];
  if (own !== undefined) return own;
  const number = isFree(wanted) ? wanted : (store.numbers.find(isFree) ?? "");
  if (number === "") return "";
  write(key, {
    ...store,
    numbers: store.numbers.filter((other) => other !== number),
    used: [...used.filter(([other]) => other !== number), [number, fine] as [string, string]].slice(-REMEMBERED),
  });
  return number;
}

/** Reports the numbers on the device to the database, at most once an hour. Numbers that were voided or used elsewhere are thrown away. */
async function tell(key: string, acting: ActingOnDevice): Promise<void> {
  const { numbers, told = 0 } = read(key);
  if (numbers.length === 0 || Math.abs(Date.now() - told) < TELL_EVERY_MS) return;
  try {
    const ended = new Set(await holdCaseNumbers(acting, { project: acting.site ?? null, numbers }));
    const store = read(key);
    write(key, { ...store, told: Date.now(), numbers: store.numbers.filter((number) => !ended.has(number)) });
  } catch {
    // The report is repeated with the next fine.
  }
}

export type CaseNumbers = ReturnType<typeof caseNumbersOf>;

/** The numbers of a person at a site. */
export function caseNumbersOf(acting: ActingOnDevice, session: Session) {
  const key = keyOf(acting, session);
  const change = (next: (numbers: string[]) => string[]) => {
    const store = read(key);
    write(key, { ...store, numbers: next(store.numbers) });
  };
  return {
    /** The number for the next fine; empty when there is none. */
    next: (): string => read(key).numbers[0] ?? "",
    /** The count of numbers on the device, and the reason if more were refused. */
    left: (): { count: number; refused: string | undefined } => {
      const { numbers, refused } = read(key);
      return { count: numbers.length, refused };
    },
    /** Removes a number, because a fine has it. */
    take: (number: string) => change((numbers) => numbers.filter((other) => other !== number)),
    /** Gives a fine its final number: that of its draft, or another one when a second tab has used it. Empty when none is left. */
    claim: (wanted: string, fine: string): Promise<string> =>
      runInOneTab(key, async () =>
        claim(key, { wanted, fine, waiting: await numbersWaiting(acting.device.owner, fine) }),
      ),
    /** Returns a number to the end of the list, because its draft was discarded. */
    giveBack: (number: string) => {
      if (number === "") return;
      const store = read(key);
      const used = (store.used ?? []).filter(([other]) => other !== number);
      write(key, { ...store, used, numbers: [...store.numbers, number] });
    },
    /** Reports the numbers, and fetches more when few are left. It never throws: without numbers the database gives one later. */
    fill: async (): Promise<void> => {
      await tell(key, acting);
      const store = read(key);
      if (store.numbers.length >= STORE.low) return;
      // The same request is repeated until it is answered, so that a lost answer loses no numbers.
      const request = store.request ?? { id: randomKey(), count: STORE.full - store.numbers.length };
      write(key, { ...store, request });
      try {
        const { id: requestId, count } = request;
        const made = await reserveCaseNumbers(acting, { project: acting.site ?? null, requestId, count });
        const { request: _answered, refused: _before, numbers, ...kept } = read(key);
        const spent = new Set(kept.used?.map(([number]) => number));
        write(key, { ...kept, numbers: [...new Set([...numbers, ...made])].filter((number) => !spent.has(number)) });
      } catch (error) {
        // The request is repeated with the next fine.
        if (isCaseRefusal(error)) write(key, { ...read(key), refused: messageOf(error) });
      }
    },
  };
}

/** The longest wait of a form for its number, in milliseconds. Without a number the form starts all the same. */
const PATIENCE_MS = 10_000;

/** The numbers of a person at a site, fetched when few are left. `isReady` once there is a number, or no number can be had now. */
export function useCaseNumbers(session: Session): { numbers: CaseNumbers; isReady: boolean } {
  const acting = useActingOnDevice();
  const numbers = useMemo(() => caseNumbersOf(acting, session), [acting, session]);
  const [isReady, setIsReady] = useState(() => numbers.next() !== "");
  useEffect(() => {
    const timer = setTimeout(() => setIsReady(true), PATIENCE_MS);
    void numbers.fill().then(() => setIsReady(true));
    return () => clearTimeout(timer);
  }, [numbers]);
  return { numbers, isReady };
}
