import type { PendingQuestion } from "./account-question.ts";
import { CodeDialog } from "./code-dialog.tsx";
import { EnrolmentDialog } from "./enrolment-dialog.tsx";
import { OwnPasswordDialog } from "./own-password-dialog.tsx";
import { RecoveryCodesDialog } from "./recovery-codes-dialog.tsx";

/** The dialog of a question about an account. */
export function AccountQuestionDialog({ question }: { question: PendingQuestion }) {
  if (question.about === "password") return <OwnPasswordDialog question={question} />;
  if (question.about === "code") return <CodeDialog question={question} />;
  if (question.about === "enrolment") return <EnrolmentDialog question={question} />;
  return <RecoveryCodesDialog question={question} />;
}
