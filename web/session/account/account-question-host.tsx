import { lazy, Suspense, useSyncExternalStore } from "react";
import { currentAccountQuestion, onAccountQuestionChange } from "./account-question.ts";

const AccountQuestionDialog = lazy(async () => ({
  default: (await import("./account-question-dialog.tsx")).AccountQuestionDialog,
}));

/** Shows the questions about an account; stands once in the application. Its code loads with the first question. */
export function AccountQuestionHost() {
  const question = useSyncExternalStore(onAccountQuestionChange, currentAccountQuestion, () => undefined);
  if (question === undefined) return null;
  return (
    <Suspense>
      <AccountQuestionDialog question={question} />
    </Suspense>
  );
}
