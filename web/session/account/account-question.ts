/** Questions about a person's own account that must be answered first: at a log-in, and on the account's page. */
import type { Client } from "#data/client.ts";
import type { Database } from "#data/database.gen.ts";
import { type Language, pageLanguage } from "#shared/ui/language.ts";
import type { NewFactor } from "../second-factor/second-factor.ts";

/** A change that another person made to an account: what, who and when. */
export type AccountChange = Database["public"]["Functions"]["list_account_notices"]["Returns"][number];

export type AccountQuestion =
  | {
      /** Asks for a password of one's own, in place of one that another person gave. */
      about: "password";
      /** The password that must not be chosen again. */
      old: string;
      /** Changes the password. @throws DataError, which the dialog shows. */
      change: (password: string) => Promise<void>;
    }
  /** Asks for the current password, and calls `use` with it. @throws DataError `refused` for a wrong password */
  | { about: "current-password"; use: (password: string) => Promise<void> }
  /** Asks for the code of the second factor, or for a recovery code. */
  | { about: "code"; client: Client }
  /** Asks for the first code of a new second factor, and then shows the recovery codes. */
  | { about: "enrolment"; client: Client; factor: NewFactor; isDemanded: boolean }
  /** Shows the changes that another person made to the account, until they are confirmed. */
  | { about: "changes"; changes: AccountChange[] }
  /** Shows new recovery codes, until they are saved. */
  | { about: "recovery-codes"; codes: string[] };

type Pending<Question> = Question & { lang: Language; answer: (isDone: boolean) => void };

export type PendingQuestion = Pending<AccountQuestion>;
/** The question with this subject. */
export type QuestionAbout<About> = Extract<PendingQuestion, { about: About }>;

let pending: PendingQuestion | undefined;
const listeners = new Set<() => void>();

/**
 * Asks in a dialog, in the language of the screen. Gives true when the person did it, false when the person gave up. Needs
 * `<AccountQuestionHost>`.
 */
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

/** Calls `listener` when a question opens or closes. Returns a function that stops it. */
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
