import { clsx } from "clsx";
import { CalendarPlus } from "lucide-react";
import { useEffect } from "react";
import { readablePlate } from "#contract/plate.ts";
import { isCaseRefusal, isUnreachable } from "#data/data-error.ts";
import type { ReceiptParking } from "#data/parkings/by-receipt.ts";
import { type TimedParking, useEndParking, useExtendParking } from "#data/parkings/receipts.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { loadConfirmDialog } from "#shared/feedback/confirm.ts";
import { saveFile } from "#shared/format/save-file.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { sinceText } from "#shared/format/since.ts";
import { spanText } from "#shared/format/spans.ts";
import { paths } from "#shared/paths.ts";
import { sha256 } from "#shared/sha256.ts";
import { Button, ButtonLink } from "#shared/ui/button.tsx";
import { Card } from "#shared/ui/card.tsx";
import { Plate } from "#shared/ui/plate.tsx";
import { WholeDay } from "#shared/ui/whole-day.tsx";
import { Fact, Facts } from "#parking/kernel/page/facts.tsx";
import { useNow } from "#shared/use-now.ts";
import { Section } from "#parking/kernel/page/section.tsx";
import { ReceiptAddress } from "./receipt-address.tsx";
import { receiptTexts as texts } from "./receipt-texts.ts";
import { calendarEntry } from "./rules/calendar-entry.ts";
import { endsSoon, isShort, laterEnd, receiptState, shareLeft } from "./rules/receipt-state.ts";
import { useReminder } from "./use-reminder.ts";

type ReceiptProps = { parking: ReceiptParking; receiptKey: string };

/** A parking: its state in large words, its buttons until it has ended, and its facts. */
export function ReceiptView({ parking, receiptKey }: ReceiptProps & { parking: TimedParking }) {
  // The page's clock ticks only every few seconds, so the time is never before the database's last answer.
  const now = Math.max(useNow() - parking.clockAhead, Date.parse(parking.at));
  const isOver = receiptState(parking, now) === "ended";
  return (
    <div className="grid gap-6">
      <State {...{ parking, now }} />
      {isOver && <ParkAgain />}
      {!isOver && <Actions {...{ parking, receiptKey, now }} />}
      {!isOver && <Reminder {...{ parking, receiptKey, now }} />}
      <Section title={texts.facts.title}>
        <ParkingFacts parking={parking} />
        <ReceiptAddress receiptKey={receiptKey} />
      </Section>
    </div>
  );
}

/** The way to the sites, for a car that stays. */
const ParkAgain = () => (
  <Card>
    <p className="mb-4">{texts.again.text}</p>
    <ButtonLink to={paths.landing()} variant="primary" size="large">
      {texts.again.name}
    </ButtonLink>
  </Card>
);

/** The state of a parking, told live, and the time of it: large where the parking runs or will run. */
function wordsOf(parking: ReceiptParking, now: number): { told: string; time: string } {
  const [start, end] = [new Date(parking.start_time), new Date(parking.end_time)];
  const { state: words } = texts;
  const state = receiptState(parking, now);
  if (state === "running")
    return { told: words.running(shortMoment(end, now)), time: words.left(spanText(end.getTime() - now)) };
  if (state === "waiting")
    return {
      told: words.waiting(shortMoment(start, now)),
      time: words.lasts(spanText(end.getTime() - start.getTime())),
    };
  const since = sinceText(parking.end_time, now, "");
  return { told: words.ended(shortMoment(end, now)), time: since === "" ? words.justNow : words.ago(since) };
}

const HUGE = "text-[2.75rem] leading-none font-extrabold";
const SMALL = "text-xl font-semibold";

function State({ parking, now }: { parking: ReceiptParking; now: number }) {
  const { told, time } = wordsOf(parking, now);
  const state = receiptState(parking, now);
  const isOver = state === "ended";
  return (
    <Card className="grid justify-items-stretch gap-3">
      <div>
        <Plate value={parking.ref_number} size="large" />
      </div>
      {/* A timer is spoken when it is asked for. Toasts leave it free. */}
      <p role="timer" className={clsx("mt-1 tabular-nums", isOver ? `order-1 ${SMALL}` : HUGE)}>
        {time}
      </p>
      {state === "running" && <TimeLeft {...{ parking, now }} told={time} />}
      <output className={clsx("block tabular-nums", isOver ? "text-3xl font-extrabold" : SMALL)}>
        <WholeDay text={told} />
      </output>
    </Card>
  );
}

/** The share of the parking that is left, as a bar. */
function TimeLeft({ parking, now, told }: { parking: ReceiptParking; now: number; told: string }) {
  const share = shareLeft(parking, now);
  return (
    <div className="relative h-4 overflow-hidden rounded-full border border-line-strong bg-sunken">
      {/* Browsers draw a `meter` in different ways, so it is for screen readers alone. */}
      <meter className="sr-only" aria-label={texts.state.bar} max={100} value={share} aria-valuetext={told} />
      <div
        className={clsx("h-full forced-colors:bg-[Highlight]", isShort(parking, now) ? "bg-warning" : "bg-success")}
        style={{ width: `${share}%` }}
      />
    </div>
  );
}

/**
 * The message of a failure: the database's words for a refusal; otherwise that it failed and, when the answer was lost, that it may have
 * worked.
 */
function told(error: unknown, failed: string) {
  if (isCaseRefusal(error)) return error.message;
  return isUnreachable(error) ? { text: failed, description: texts.unanswered } : failed;
}

const useEnd = defineAction({
  mutation: useEndParking,
  ask: () => ({
    title: texts.endNow.title,
    description: texts.endNow.text,
    confirmText: texts.endNow.confirm,
    danger: true,
  }),
  done: () => texts.endNow.done,
  failed: (error) => told(error, texts.endNow.failed),
});

const useExtend = defineAction({
  mutation: useExtendParking,
  // The line above shows the new end. A toast would cover the next question.
  done: () => undefined,
  failed: (error) => told(error, texts.extend.failed),
});

function Actions({ parking, receiptKey, now }: ReceiptProps & { now: number }) {
  // The button disappears with the next drawing.
  const end = useEnd({ focus: () => document.getElementById("main") });
  const extend = useExtend();
  const { latest_end: latest } = parking;
  // The dialog's code loads before the network may go.
  useEffect(() => void loadConfirmDialog().catch(() => undefined), []);
  return (
    <Section title={texts.extend.name}>
      <fieldset aria-label={texts.extend.name} className="flex flex-wrap gap-2">
        {texts.extend.steps.map(({ label, minutes }, index) => {
          const newEnd = laterEnd(parking, minutes);
          return (
            <Button
              key={label}
              size="large"
              variant={index === 0 ? "primary" : "secondary"}
              className="max-sm:flex-auto max-sm:px-3"
              disabled={newEnd === undefined}
              pending={extend.isPending()}
              onClick={() => newEnd !== undefined && void extend.run({ key: receiptKey, newEnd })}
            >
              {label}
            </Button>
          );
        })}
      </fieldset>
      {latest !== null && (
        <p className="mt-2 text-ink-soft">
          {/* A registration may be longer than this limit: document 1 has no longest time. */}
          {Date.parse(parking.end_time) > Date.parse(latest) ? (
            texts.extend.never
          ) : (
            <WholeDay text={texts.extend.latest(shortMoment(new Date(latest), now))} />
          )}
        </p>
      )}
      <div className="mt-6 border-t border-line pt-6">
        <Button size="large" pending={end.isPending()} onClick={() => void end.run(receiptKey)}>
          {texts.endNow.name}
        </Button>
      </div>
    </Section>
  );
}

/** The reminders: the calendar's alarm, which always comes, and the page's own, which comes while it is open. */
function Reminder({ parking, receiptKey, now }: ReceiptProps & { now: number }) {
  const { reminder } = texts;
  const { state, turnOn, turnOff } = useReminder(parking, now);
  async function handleCalendar() {
    const content = calendarEntry(
      {
        // The ID comes from the key's hash, so that no calendar holds the key.
        id: (await sha256(new Blob([receiptKey]))).slice(0, 32),
        title: reminder.entry(readablePlate(parking.ref_number)),
        place: [parking.street, parking.site_name].filter((part) => part !== null && part !== "").join(", "),
        text: reminder.entryText,
        end: parking.end_time,
        address: window.location.origin + paths.landing(),
      },
      Date.now(),
    );
    saveFile(new Blob([content], { type: "text/calendar" }), reminder.file);
  }
  if (endsSoon(parking, now))
    return (
      <Section title={reminder.title}>
        <p>{reminder.soon(spanText(Date.parse(parking.end_time) - now))}</p>
      </Section>
    );
  return (
    <Section title={reminder.title}>
      <Button onClick={() => void handleCalendar()}>
        <CalendarPlus aria-hidden="true" />
        {reminder.calendar}
      </Button>
      <p className="mt-2 text-ink-soft">{reminder.calendarHint}</p>
      <p className="text-ink-soft">{reminder.calendarStays}</p>
      <div className="mt-6 border-t border-line pt-6">
        {state === "off" && <Button onClick={() => void turnOn()}>{reminder.turnOn}</Button>}
        {state === "on" && (
          <>
            <p className="mb-4 font-semibold">{reminder.isOn}</p>
            <Button onClick={turnOff}>{reminder.turnOff}</Button>
          </>
        )}
        <p className="mt-2 text-ink-soft">
          {state === "missing" || state === "denied" ? reminder[state] : reminder.honest}
        </p>
      </div>
    </Section>
  );
}

/** Names of places are long words, which half a phone would break inside. */
const WHOLE_ROW = "max-sm:col-span-full";

function ParkingFacts({ parking }: { parking: ReceiptParking }) {
  const { facts } = texts;
  return (
    <Facts>
      {parking.site_name !== null && (
        <Fact name={facts.place} className={WHOLE_ROW}>
          {parking.site_name}
        </Fact>
      )}
      <Fact name={facts.street} className={WHOLE_ROW}>
        {parking.street}
      </Fact>
      <Fact name={facts.car} className={WHOLE_ROW}>{`${parking.car_model}, ${parking.car_color}`}</Fact>
      <Fact name={facts.start}>{formatDateTime(parking.start_time)}</Fact>
      <Fact name={facts.end}>{formatDateTime(parking.end_time)}</Fact>
    </Facts>
  );
}
