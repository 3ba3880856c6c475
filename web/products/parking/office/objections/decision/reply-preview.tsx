import type { WholeCase } from "#data/fines/queries.ts";
import type { ReplyKind } from "#data/reply_templates/queries.ts";
import { formatOre } from "#shared/format/money.ts";
import type { Language } from "#shared/ui/language.ts";
import { driverTexts } from "#parking/kernel/case/driver-texts.ts";
import { courtSentence } from "#parking/kernel/case/court.ts";
import { longDay } from "#parking/kernel/case/in-words.ts";
import { Section } from "#parking/kernel/page/section.tsx";
import { objectionTexts } from "../objection-texts.ts";

const texts = objectionTexts.preview;

type PreviewProps = {
  fine: WholeCase;
  decision: ReplyKind | "";
  reply: string;
  dueDate: string;
  isSettled: boolean;
  /** The language of the objection. */
  lang: Language;
};

/** The driver's view after this decision: the state of the case in the words of their page, the rest to pay, and the answer. */
export function ReplyPreview({ fine, decision, reply, dueDate, isSettled, lang }: PreviewProps) {
  const court = courtSentence(decision, reply, lang);
  return (
    <Section title={texts.title}>
      {decision === "" ? (
        <p>{texts.none}</p>
      ) : (
        <div lang={lang} aria-live="polite" className="grid gap-4">
          <p className="font-semibold">{wordsOf(decision, isSettled, lang)}</p>
          {decision === "rejected" && !isSettled && (
            <p>{texts.due[lang](formatOre(fine.left_ore), longDay(dueDate, lang))}</p>
          )}
          {decision === "accepted" && fine.paid_ore > 0 && (
            <p>{driverTexts[lang].status.tooMuch(formatOre(fine.paid_ore))}</p>
          )}
          {reply.trim() !== "" && (
            <div className="border-l-4 border-line-strong pl-3">
              <p className="font-bold">{objectionTexts.letter[lang].subject[decision]}</p>
              <p className="wrap-anywhere whitespace-pre-line">{reply.trim()}</p>
            </div>
          )}
          {court !== null && <p>{court}</p>}
        </div>
      )}
    </Section>
  );
}

function wordsOf(decision: ReplyKind, isSettled: boolean, lang: Language): string {
  const { words } = driverTexts[lang].status;
  if (decision === "accepted") return words.withdrawn;
  return isSettled ? words.paid : words.issued;
}
