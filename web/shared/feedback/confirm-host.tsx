import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { currentQuestion, onQuestionChange } from "./confirm.ts";

const ConfirmDialog = lazy(async () => ({ default: (await import("./confirm-dialog.tsx")).ConfirmDialog }));

/** The place of the questions that `confirm()` asks; stands once in the application. The dialog's code comes with the first one. */
export function ConfirmHost() {
  const question = useSyncExternalStore(onQuestionChange, currentQuestion, () => undefined);
  const [wasAsked, setWasAsked] = useState(false);
  if (question !== undefined && !wasAsked) setWasAsked(true);
  if (!wasAsked) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog question={question} />
    </Suspense>
  );
}
