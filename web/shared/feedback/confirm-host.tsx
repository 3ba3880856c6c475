import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { currentQuestion, loadConfirmDialog, onQuestionChange, type PendingQuestion } from "./confirm.ts";

/** The place of the questions that `confirm()` asks; stands once in the application. The dialog's code comes with the first one at the latest. */
export function ConfirmHost() {
  const question = useSyncExternalStore(onQuestionChange, currentQuestion, () => undefined);
  const [Dialog, setDialog] = useState<ComponentType<{ question: PendingQuestion | undefined }>>();
  const isMissing = Dialog === undefined;
  useEffect(() => {
    if (question === undefined || !isMissing) return;
    loadConfirmDialog().then(
      ({ ConfirmDialog }) => setDialog(() => ConfirmDialog),
      // The network is gone and the code did not arrive: the browser asks in its own way.
      () => question.answer(window.confirm(`${question.title}\n\n${question.description}`)),
    );
  }, [question, isMissing]);
  return Dialog === undefined ? null : <Dialog question={question} />;
}
