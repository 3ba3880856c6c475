import { Printer } from "lucide-react";
import type { WholeCase } from "#data/fines/queries.ts";
import type { Objection } from "#data/objections/queries.ts";
import { siteSettingsQueries } from "#data/site_settings/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { Button } from "#shared/ui/button.tsx";
import { decisionInWords } from "../../case/describe-event.ts";
import { Section } from "#parking/kernel/page/section.tsx";
import { DecisionMailState } from "./decision-mail.tsx";
import { KeyMark } from "../../shell/key-mark.tsx";
import { objectionTexts } from "../objection-texts.ts";
import { PrintedReply } from "./printed-reply.tsx";
import { DESK_KEYS } from "../rules/desk-key.ts";
import { useDeskKeys } from "../use-desk-keys.ts";

const texts = objectionTexts.decided;

const print = () => window.print();

type DecisionViewProps = { fine: WholeCase; objection: Objection; project: string };

/** The decision on an objection with its answer, which can be printed as a letter. */
export function DecisionView({ fine, objection, project }: DecisionViewProps) {
  const { decision, reply } = objection;
  const isAnswered = (decision === "accepted" || decision === "rejected") && (reply ?? "") !== "";
  const { data: settings } = useQuery(siteSettingsQueries.of(project));
  useDeskKeys({ [DESK_KEYS.print]: isAnswered ? print : undefined });
  return (
    <Section title={texts.title}>
      <div className="grid gap-4">
        <p className="font-semibold">{decisionInWords(objection)}</p>
        <p className="wrap-anywhere whitespace-pre-line">{reply ?? texts.noReply}</p>
        {isAnswered && (
          <div>
            <Button aria-keyshortcuts={DESK_KEYS.print} onClick={print}>
              <Printer aria-hidden="true" />
              {texts.print}
              <KeyMark>{DESK_KEYS.print}</KeyMark>
            </Button>
            <PrintedReply {...{ fine, objection, reply: reply ?? "", decision, settings: settings ?? null }} />
          </div>
        )}
        {decision !== null && <DecisionMailState objection={objection} />}
      </div>
    </Section>
  );
}
