import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { useActingPerson } from "#data/acting.ts";
import { letterQueries, type Sent, type SentCase } from "#data/fines/letters.ts";
import { useQuery } from "#data/use-query.ts";
import { driverOrigin } from "#shared/own-address.ts";
import { Button } from "#shared/ui/button.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { LetterSheets } from "./letter-sheets.tsx";
import { letterTexts } from "./letter-texts.ts";
import type { LettersAt } from "./owners-asked.tsx";
import { letterOf } from "./rules/letter.ts";
import { settingsFor, useSettingsOf } from "./steps/use-settings-of.ts";

const texts = letterTexts.remind;

type SentProps = LettersAt & { sent: Sent; children?: (cases: readonly SentCase[]) => ReactNode };

/** The letters of recorded reminders, each as its case was then, which can be printed again; `children` are further buttons. */
export function SentLetters({ project, sent, children }: SentProps) {
  const acting = useActingPerson();
  const query = useQuery(letterQueries.sent(acting, { project, step: "reminded", sent }));
  const { settings, error } = useSettingsOf(query.data?.cases);
  return (
    <StateView
      query={{
        ...query,
        data: settings === undefined ? undefined : query.data,
        error: query.error ?? error,
      }}
      loading={<SkeletonList rows={2} label={letterTexts.loading} />}
      failed={letterTexts.loadFailed}
      empty={<EmptyState text={texts.missing} action={children?.([])} />}
      isEmpty={({ cases }) => cases.length === 0}
    >
      {({ cases, has_more: hasMore }) => (
        <>
          {hasMore && <p className="mb-4">{letterTexts.sentMore}</p>}
          <div className="mb-6 flex flex-wrap items-center gap-3">
            <Button variant="primary" onClick={() => window.print()}>
              <Printer aria-hidden="true" />
              {texts.print(cases.length)}
            </Button>
            {children?.(cases)}
          </div>
          <LetterSheets
            isSent
            letters={cases.map((fine) =>
              letterOf(fine, {
                settings: settings === undefined ? null : settingsFor(settings, fine),
                date: fine.sent_at,
                due: fine.due_date,
                origin: driverOrigin(),
              }),
            )}
          />
        </>
      )}
    </StateView>
  );
}
