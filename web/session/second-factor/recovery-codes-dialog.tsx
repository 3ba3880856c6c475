import { confirm } from "#shared/feedback/confirm.ts";
import { Dialog } from "#shared/ui/dialog.tsx";
import type { QuestionAbout } from "../account/account-question.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { secondFactorTexts } from "./second-factor-texts.ts";

type Question = Pick<QuestionAbout<"recovery-codes">, "lang" | "codes" | "answer">;

/** Shows new recovery codes, and asks again before it closes. */
export function RecoveryCodesDialog({ question: { lang, codes, answer } }: { question: Question }) {
  const texts = secondFactorTexts[lang];

  async function handleClose() {
    const isSure = await confirm({
      title: texts.leaveTitle,
      description: texts.leaveText,
      confirmText: texts.close,
      cancelText: texts.stay,
    });
    if (isSure) answer(true);
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || void handleClose()}
      title={texts.codesTitle}
      description={texts.codesHint}
      lang={lang}
      width="normal"
    >
      <RecoveryCodes codes={codes} lang={lang} onSaved={() => answer(true)} />
    </Dialog>
  );
}
