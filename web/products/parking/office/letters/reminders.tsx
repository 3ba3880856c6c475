import { Mail } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";
import { FINE } from "#contract/limits.ts";
import { useActingPerson } from "#data/acting.ts";
import { type CaseWork, letterQueries, type Sent, type SentCase, type WaitingCase } from "#data/fines/letters.ts";
import type { SettingsOf } from "#data/site_settings/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { driverOrigin } from "#shared/own-address.ts";
import { DateField } from "#shared/form/date-field.tsx";
import { addDays, toDateValue } from "#shared/format/dates.ts";
import { Button } from "#shared/ui/button.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { LetterSheets } from "./letter-sheets.tsx";
import { letterTexts } from "./letter-texts.ts";
import { ManyResults } from "./steps/many-results.tsx";
import type { LettersAt } from "./owners-asked.tsx";
import { letterOf } from "./rules/letter.ts";
import { isFairTime } from "./rules/time-to-pay.ts";
import { SentLetters } from "./sent-letters.tsx";
import { SentOnDay } from "./steps/sent-on-day.tsx";
import { useManyEvents } from "./steps/use-many-events.ts";
import { settingsFor, useSettingsOf } from "./steps/use-settings-of.ts";
import { CaseCount } from "./steps/waiting-list.tsx";

const texts = letterTexts.remind;

/** The number of letters in a preview; they are all alike, and the rest is printed. */
const PREVIEWED = 20;

/** The state of a history entry that leads to the letters of recorded reminders. */
export type ToPrint = { toPrint?: Sent };

/** The reminders that a list of cases sends here to be printed. */
const useToPrint = (): Sent | undefined => (useLocation().state as ToPrint | null)?.toPrint;

/** Sends reminders for many cases by one press, and prints their letters (document 4 §5: `Skapa påminnelser`). */
export function Reminders({ project }: LettersAt) {
  const [shown, setShown] = useState(useToPrint());
  // Whether the latest press took reminders back, for its results.
  const [isUndone, setIsUndone] = useState(false);
  const query = useQuery(letterQueries.work(useActingPerson(), project, "reminded"));
  const { settings, error } = useSettingsOf(query.data?.cases);
  const { run, results, isPending } = useManyEvents({ project, kind: "reminded" });
  const undo = useManyEvents({ project, kind: "reminder_undone" });

  async function handleRemind(cases: readonly WaitingCase[], due: string) {
    setIsUndone(false);
    const events = cases.map((fine) => ({ fineId: fine.id, expectedEvent: fine.last_event, data: { due_date: due } }));
    const recorded = await run(events);
    if (recorded !== undefined && recorded.length > 0) setShown({ ids: recorded.map((result) => result.event_id) });
  }

  async function handleUndo(cases: readonly SentCase[]) {
    setIsUndone(true);
    const undone = await undo.run(cases.map((fine) => ({ fineId: fine.id, expectedEvent: fine.last_event })));
    if (undone !== undefined && undone.length > 0) setShown(undefined);
  }

  return (
    <>
      <p className="mb-6 max-w-prose text-ink-soft print:hidden">{texts.text}</p>
      <ManyResults results={isUndone ? undo.results : results} />
      {shown === undefined ? (
        <StateView
          query={{
            ...query,
            data: settings === undefined ? undefined : query.data,
            error: query.error ?? error,
          }}
          loading={<SkeletonList rows={3} label={letterTexts.loading} />}
          failed={letterTexts.loadFailed}
          empty={texts.none}
          isEmpty={({ cases }) => cases.length === 0}
        >
          {(work) => (
            <Waiting work={work} settings={settings ?? new Map()} isPending={isPending} onRemind={handleRemind} />
          )}
        </StateView>
      ) : (
        <SentLetters project={project} sent={shown}>
          {(cases) => (
            <>
              {cases.length > 0 && (
                <Button pending={undo.isPending} onClick={() => void handleUndo(cases)}>
                  {letterTexts.undo.press(cases.length)}
                </Button>
              )}
              <Button onClick={() => setShown(undefined)}>{texts.toRest}</Button>
            </>
          )}
        </SentLetters>
      )}
      <SentOnDay words={texts} onDay={(day) => setShown({ day })} />
    </>
  );
}

/** The days to pay: of several sites the longest, so that nobody gets fewer than their site gives. */
const longestDue = (settings: SettingsOf): number =>
  settings.size === 0 ? FINE.dueDays : Math.max(...[...settings.values()].map(({ due_days: days }) => days));

type WaitingProps = {
  work: CaseWork<WaitingCase>;
  settings: SettingsOf;
  isPending: boolean;
  onRemind: (cases: readonly WaitingCase[], due: string) => Promise<void>;
};

function Waiting({ work, settings, isPending, onRemind }: WaitingProps) {
  const [today] = useState(() => toDateValue(new Date()));
  const [due, setDue] = useState(() => addDays(today, longestDue(settings)));
  const isDue = due >= today;
  const sending = { date: today, due, origin: driverOrigin() };
  return (
    <>
      <CaseCount {...work} />
      <div className="mb-6 grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <DateField
          label={texts.due}
          required
          min={today}
          value={due}
          onChange={setDue}
          hint={isFairTime(due, today) ? undefined : texts.dueShort}
          error={isDue ? undefined : texts.dueMissing}
        />
        <Button variant="primary" disabled={!isDue} pending={isPending} onClick={() => void onRemind(work.cases, due)}>
          <Mail aria-hidden="true" />
          {texts.press}
        </Button>
      </div>
      <h2 className="mb-4 text-xl font-bold">{texts.preview}</h2>
      {work.cases.length > PREVIEWED && <p className="mb-4">{texts.previewOf(PREVIEWED)}</p>}
      <LetterSheets
        letters={work.cases
          .slice(0, PREVIEWED)
          .map((fine) => letterOf(fine, { ...sending, settings: settingsFor(settings, fine) }))}
        isSent={false}
      />
    </>
  );
}
