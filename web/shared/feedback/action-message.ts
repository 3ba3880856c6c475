/** The messages that screens define for an action that succeeded or failed. */
import { toast, type ToastButton, type ToastKind } from "./toast.ts";
import { waitText } from "./wait-text.ts";

/** A message: a text, or a text with a second, quieter line, a kind of its own and a button. */
export type ActionMessage =
  | string
  | { text: string; description?: string | undefined; kind?: ToastKind; button?: ToastButton };

/** Shows the message as a toast of its own kind, or else of the given kind; undefined shows nothing. */
export function showMessage(kind: ToastKind, message: ActionMessage | undefined): void {
  if (message === undefined) return;
  const { text, kind: ownKind = kind, ...options } = typeof message === "string" ? { text: message } : message;
  toast[ownKind](text, options);
}

/** Reports a failure. A failure that says to wait shows that text instead of the screen's. */
export const showFailure = (error: unknown, message: ActionMessage | undefined): void =>
  showMessage("error", waitText(error) ?? message);
