import { formatDateTime } from "#shared/format/dates.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { accountChangeTexts } from "./account-change-texts.ts";
import type { QuestionAbout } from "./account-question.ts";

/** The changes that another person made to the account, and who made them. */
export function AccountChangesDialog({ question }: { question: QuestionAbout<"changes"> }) {
  const { lang, changes, answer } = question;
  const texts = accountChangeTexts[lang];
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || answer(true)}
      title={texts.title}
      description={texts.hint}
      lang={lang}
      width="normal"
    >
      <ul className="grid gap-2">
        {changes.map(({ id, what, by_kind: kind, by_id: name, made_at: at }) => (
          <li key={id} className="wrap-anywhere">
            {texts.changed(what, formatDateTime(at), kind, name)}
          </li>
        ))}
      </ul>
      <Button variant="primary" className="mt-6" onClick={() => answer(true)}>
        {texts.seen}
      </Button>
    </Dialog>
  );
}
