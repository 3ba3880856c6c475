import type { KeyboardEvent } from "react";

/** Ctrl+Enter sends the form of a field with several lines, where Enter begins a line. */
export function sendByKeys({ key, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLTextAreaElement>): void {
  if (key === "Enter" && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit();
}
