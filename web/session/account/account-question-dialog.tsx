import { AccountChangesDialog } from "./account-changes-dialog.tsx";
import type { PendingQuestion } from "./account-question.ts";
import { CodeDialog } from "../second-factor/code-dialog.tsx";
import { EnrolmentDialog } from "../second-factor/enrolment-dialog.tsx";
import { CurrentPasswordDialog } from "../passwords/current-password-dialog.tsx";
import { OwnPasswordDialog } from "../passwords/own-password-dialog.tsx";
import { RecoveryCodesDialog } from "../second-factor/recovery-codes-dialog.tsx";

/** The dialog for a question about an account. */
export function AccountQuestionDialog({ question }: { question: PendingQuestion }) {
  if (question.about === "password") return <OwnPasswordDialog question={question} />;
  if (question.about === "current-password") return <CurrentPasswordDialog question={question} />;
  if (question.about === "code") return <CodeDialog question={question} />;
  if (question.about === "enrolment") return <EnrolmentDialog question={question} />;
  if (question.about === "changes") return <AccountChangesDialog question={question} />;
  return <RecoveryCodesDialog question={question} />;
}
