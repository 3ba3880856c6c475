/** Asks a person who logs in with a password that somebody else gave them for one of their own. */
import type { PasswordLanguage } from "./password-texts.ts";

export type OwnPasswordQuestion = {
  lang: PasswordLanguage;
  /** The password that must not be chosen again. */
  old: string;
  /** Changes the password. @throws DataError, which the dialog tells. */
  change: (password: string) => Promise<void>;
};

export type PendingOwnPassword = OwnPasswordQuestion & { answer: (password: string | null) => void };

let pending: PendingOwnPassword | undefined;
const listeners = new Set<() => void>();

/** Asks in a dialog and gives the new password once it counts, or null when the person gives up. Needs `<OwnPasswordHost>`. */
export function askForOwnPassword(question: OwnPasswordQuestion): Promise<string | null> {
  pending?.answer(null);
  return new Promise((resolve) => {
    const asked: PendingOwnPassword = {
      ...question,
      answer: (password) => {
        if (pending === asked) change(undefined);
        resolve(password);
      },
    };
    change(asked);
  });
}

export const currentOwnPassword = (): PendingOwnPassword | undefined => pending;

/** Calls back when a question opens or closes. Gives back the way to stop. */
export function onOwnPasswordChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function change(next: PendingOwnPassword | undefined): void {
  pending = next;
  for (const listener of listeners) listener();
}
