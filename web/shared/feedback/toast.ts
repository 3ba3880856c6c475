/** How a toast looks and how urgent it is. */
export type ToastKind = "success" | "error" | "info";

export type ToastOptions = {
  /** A second, quieter line. */
  description?: string | undefined;
  /** Milliseconds on the screen; 5000 (errors 8000) when not said. */
  duration?: number | undefined;
  /** What it is about. One toast a matter is shown, the newest; see toast-host.tsx for those that do not say. */
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
 * Tells something that just happened, without taking focus. May be called anywhere and at any time, also before `<Toaster>`
 * is there or right before a navigation: messages wait until they can be shown.
 */
export const toast = {
  success: (text: string, options?: ToastOptions) => send("success", text, options),
  error: (text: string, options?: ToastOptions) => send("error", text, options),
  info: (text: string, options?: ToastOptions) => send("info", text, options),
};

/** Makes `present` the one that shows messages and hands it those that waited, in order. Gives back the way to stop. */
export function presentToasts(present: Presenter): () => void {
  presenter = present;
  for (const message of waiting.splice(0)) present(message);
  return () => {
    if (presenter === present) presenter = undefined;
  };
}

/** Calls `ask` when a message waits and nobody shows it, at once if one already does. Gives back the way to stop. */
export function onToastWaiting(ask: () => void): () => void {
  askers.add(ask);
  if (waiting.length > 0) ask();
  return () => {
    askers.delete(ask);
  };
}
