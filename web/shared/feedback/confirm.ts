import { loadCode } from "./load-code.ts";

/** A question that a person answers before something is done. */
export type ConfirmQuestion = {
  title: string;
  description: string;
  confirmText: string;
  /** The text of the cancel button; by default "Cancel" in the page's language. */
  cancelText?: string;
  /** Draws the confirming button in red, for things that cannot be undone. */
  danger?: boolean;
};

export type PendingQuestion = ConfirmQuestion & { answer: (isConfirmed: boolean) => void };

let pending: PendingQuestion | undefined;
const listeners = new Set<() => void>();

/**
 * Asks in a dialog. Gives true for the confirming button, and false for cancel or Escape. Only one question is open at a time: a new
 * question answers the open one with false. Needs `<ConfirmHost>` in the application.
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

/** Loads the dialog's code. Screens that ask questions fetch it early, because it may be needed without a network. */
export const loadConfirmDialog = loadCode(() => import("./confirm-dialog.tsx"));

/** The open question, or undefined. */
export function currentQuestion(): PendingQuestion | undefined {
  return pending;
}

/** Calls `listener` whenever a question opens or closes. Returns a function that stops it. */
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
