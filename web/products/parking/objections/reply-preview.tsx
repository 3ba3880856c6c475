import type { WholeCase } from "#data/fines/queries.ts";
import type { ReplyKind } from "#data/reply_templates/queries.ts";
import { formatLongDate } from "#shared/format/dates.ts";
import { formatOre } from "#shared/format/money.ts";
import { driverTexts } from "../driver/driver-texts.ts";
import { Section } from "../section.tsx";
import { objectionTexts } from "./objection-texts.ts";

const texts = objectionTexts.preview;

type PreviewProps = {
  fine: WholeCase;
  decision: ReplyKind | "";
  reply: string;
  dueDate: string;
  isSettled: boolean;
};

/** What the driver will read once it is decided so: the state of the case in the words of their page, what is to be paid, and the answer. */
export function ReplyPreview({ fine, decision, reply, dueDate, isSettled }: PreviewProps) {
  return (
    <Section title={texts.title}>
      {decision === "" ? (
        <p>{texts.none}</p>
      ) : (
        <div aria-live="polite" className="grid gap-4">
          <p className="font-semibold">{wordsOf(decision, isSettled)}</p>
          {decision === "rejected" && !isSettled && (
            <p>{texts.due(formatOre(fine.left_ore), formatLongDate(dueDate))}</p>
          )}
          {decision === "accepted" && fine.paid_ore > 0 && <p>{texts.tooMuch(formatOre(fine.paid_ore))}</p>}
          {reply.trim() !== "" && (
            <div className="border-l-4 border-line-strong pl-3">
              <p className="font-bold">{objectionTexts.letter.subject[decision]}</p>
              <p className="wrap-anywhere whitespace-pre-line">{reply.trim()}</p>
            </div>
          )}
        </div>
      )}
    </Section>
  );
}

function wordsOf(decision: ReplyKind, isSettled: boolean): string {
  const { words } = driverTexts.sv.status;
  if (decision === "accepted") return words.withdrawn;
  return isSettled ? words.paid : words.issued;
}
