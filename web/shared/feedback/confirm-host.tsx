import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { currentQuestion, loadConfirmDialog, onQuestionChange, type PendingQuestion } from "./confirm.ts";

/** Shows the questions of `confirm()`; stands once in the application. The dialog's code loads with the first question at the latest. */
export function ConfirmHost() {
  const question = useSyncExternalStore(onQuestionChange, currentQuestion, () => undefined);
  const [Dialog, setDialog] = useState<ComponentType<{ question: PendingQuestion | undefined }>>();
  const isMissing = Dialog === undefined;
  useEffect(() => {
    if (question === undefined || !isMissing) return;
    loadConfirmDialog().then(
      ({ ConfirmDialog }) => setDialog(() => ConfirmDialog),
      // The dialog's code could not load without a network: the browser's own dialog asks instead.
      () => question.answer(window.confirm(`${question.title}\n\n${question.description}`)),
    );
  }, [question, isMissing]);
  return Dialog === undefined ? null : <Dialog question={question} />;
}
