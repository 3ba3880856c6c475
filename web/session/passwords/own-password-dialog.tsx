import { showMessage } from "#shared/feedback/action-message.ts";
import { Dialog } from "#shared/ui/dialog.tsx";
import type { QuestionAbout } from "../account/account-question.ts";
import { OwnPasswordForm } from "./own-password-form.tsx";
import { passwordTexts } from "./password-texts.ts";

/** Asks for a password of one's own, twice. A person who closes the dialog is not logged in (decisions §4). */
export function OwnPasswordDialog({ question }: { question: QuestionAbout<"password"> }) {
  const { lang, old, change, answer } = question;
  const texts = passwordTexts[lang];
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || answer(false)}
      title={texts.changeTitle}
      description={texts.changeHint}
      lang={lang}
    >
      <OwnPasswordForm
        lang={lang}
        old={old}
        // No action is used here: this dialog stands outside all query caches.
        change={async ({ password }) => {
          await change(password);
          showMessage("success", texts.saved);
        }}
        onDone={() => answer(true)}
        onCancel={() => answer(false)}
      />
    </Dialog>
  );
}
