/** What a person is told of something that was done or failed, as the screens define it. */
import { toast, type ToastKind } from "./toast.ts";
import { waitText } from "./wait-text.ts";

/** A text, or one with a second, quieter line. */
export type Told = string | { text: string; description?: string | undefined; kind?: ToastKind };

/** Shows it as a toast of the kind, or of its own; undefined shows nothing. */
export function tell(kind: ToastKind, told: Told | undefined): void {
  if (told === undefined) return;
  const { text, description, kind: ownKind = kind } = typeof told === "string" ? { text: told } : told;
  toast[ownKind](text, description === undefined ? {} : { description });
}

/** Tells of a failure; one that says to wait is told so. */
export const tellFailure = (error: unknown, told: Told | undefined): void => tell("error", waitText(error) ?? told);
