import { loadCode } from "./load-code.ts";

/** A question that must be answered before something is done. */
export type ConfirmQuestion = {
  title: string;
  description: string;
  confirmText: string;
  cancelText: string;
  /** Red for what cannot be undone. */
  danger?: boolean;
};

export type PendingQuestion = ConfirmQuestion & { answer: (isConfirmed: boolean) => void };

let pending: PendingQuestion | undefined;
const listeners = new Set<() => void>();

/**
 * Asks in a dialog and gives true for the confirming button, false for everything else (cancel, Escape). One question at a
 * time: a new one answers the open one with false. Needs `<ConfirmHost>` in the application.
 */
export function confirm(question: ConfirmQuestion): Promise<boolean> {
  pending?.answer(false);
  return new Promise((resolve) => {
    const asked: PendingQuestion = {
      ...question,
      answer: (isConfirmed) => {
        if (pending === asked) change(undefined);
        resolve(isConfirmed);
      },
    };
    change(asked);
  });
}

/** The dialog's code. Screens whose buttons ask fetch it early, since it may be needed where there is no network. */
export const loadConfirmDialog = loadCode(() => import("./confirm-dialog.tsx"));

/** The open question, if any. */
export function currentQuestion(): PendingQuestion | undefined {
  return pending;
}

/** Calls `listener` whenever a question opens or closes. Gives back the way to stop. */
export function onQuestionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function change(next: PendingQuestion | undefined) {
  pending = next;
  for (const listener of listeners) listener();
}
