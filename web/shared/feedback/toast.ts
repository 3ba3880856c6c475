/** The kind of a toast decides its look and its urgency. */
export type ToastKind = "success" | "error" | "info";

export type ToastButton = { text: string; onPress: () => void };

export type ToastOptions = {
  /** A second, quieter line. */
  description?: string | undefined;
  /** Milliseconds on the screen; by default 5000, for errors 8000, with a button 10000. */
  duration?: number | undefined;
  /** A button to act on the message. The page offers the same in another place too, since a toast leaves. */
  button?: ToastButton | undefined;
  /** The matter of the toast. Only the newest toast of a matter is shown; toast-host.tsx gives a default. */
  matter?: string | undefined;
};

export type ToastMessage = { kind: ToastKind; text: string; options: ToastOptions };

type Presenter = (message: ToastMessage) => void;

const waiting: ToastMessage[] = [];
const askers = new Set<() => void>();
let presenter: Presenter | undefined;

function send(kind: ToastKind, text: string, options: ToastOptions = {}) {
  const message = { kind, text, options };
  if (presenter !== undefined) {
    presenter(message);
    return;
  }
  waiting.push(message);
  for (const ask of askers) ask();
}

/**
 * Shows a message without taking focus. It may be called at any time, also before `<Toaster>` is mounted or right before a navigation:
 * messages wait until they can be shown.
 */
export const toast = {
  success: (text: string, options?: ToastOptions) => send("success", text, options),
  error: (text: string, options?: ToastOptions) => send("error", text, options),
  info: (text: string, options?: ToastOptions) => send("info", text, options),
};

/** Makes `present` show the messages, and gives it the waiting messages in order. Returns a function that stops it. */
export function presentToasts(present: Presenter): () => void {
  presenter = present;
  for (const message of waiting.splice(0)) present(message);
  return () => {
    if (presenter === present) presenter = undefined;
  };
}

/** Calls `ask` when a message waits and no presenter shows it; at once if one waits already. Returns a function that stops it. */
export function onToastWaiting(ask: () => void): () => void {
  askers.add(ask);
  if (waiting.length > 0) ask();
  return () => {
    askers.delete(ask);
  };
}
