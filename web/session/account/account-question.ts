/** Questions about somebody's own account that stand before everything else: at a log-in, and on the page of the account. */
import type { Client } from "#data/client.ts";
import type { Database } from "#data/database.gen.ts";
import { type Language, pageLanguage } from "#shared/ui/language.ts";
import type { NewFactor } from "../second-factor/second-factor.ts";

/** What somebody else changed of an account, who and when. */
export type AccountChange = Database["public"]["Functions"]["list_account_notices"]["Returns"][number];

export type AccountQuestion =
  | {
      /** For a password of their own instead of one that somebody else gave them. */
      about: "password";
      /** The password that must not be chosen again. */
      old: string;
      /** Changes the password. @throws DataError, which the dialog tells. */
      change: (password: string) => Promise<void>;
    }
  /** For the password that the person has. `use` does what it is asked for. @throws DataError `refused` for a wrong one */
  | { about: "current-password"; use: (password: string) => Promise<void> }
  /** For the code of the second factor, or a recovery code. */
  | { about: "code"; client: Client }
  /** For the first code of a new second factor; it then shows the recovery codes. */
  | { about: "enrolment"; client: Client; factor: NewFactor; isDemanded: boolean }
  /** Whether what somebody else changed of the account was seen. */
  | { about: "changes"; changes: AccountChange[] }
  /** Whether new recovery codes are saved. */
  | { about: "recovery-codes"; codes: string[] };

type Pending<Question> = Question & { lang: Language; answer: (isDone: boolean) => void };

export type PendingQuestion = Pending<AccountQuestion>;
/** The question about one thing. */
export type QuestionAbout<About> = Extract<PendingQuestion, { about: About }>;

let pending: PendingQuestion | undefined;
const listeners = new Set<() => void>();

/** Asks in a dialog, in the language of the screen, and tells whether it was done, or the person gave up. Needs `<AccountQuestionHost>`. */
export function askAboutAccount(question: AccountQuestion): Promise<boolean> {
  pending?.answer(false);
  return new Promise((resolve) => {
    const asked: PendingQuestion = {
      ...question,
      lang: pageLanguage(),
      answer: (isDone) => {
        if (pending === asked) change(undefined);
        resolve(isDone);
      },
    };
    change(asked);
  });
}

export const currentAccountQuestion = (): PendingQuestion | undefined => pending;

/** Calls back when a question opens or closes. Gives back the way to stop. */
export function onAccountQuestionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function change(next: PendingQuestion | undefined): void {
  pending = next;
  for (const listener of listeners) listener();
}
