import { totalInWords } from "#shared/form/span-length.ts";
import type { FormState } from "#shared/form/use-form.ts";
import { spanText } from "#shared/format/spans.ts";
import { Button } from "#shared/ui/button.tsx";
import { Chip } from "#shared/ui/chip.tsx";
import { isAhead, minutesOf, sayMoment } from "./parking-times.ts";
import type { Registration } from "./registration.ts";
import type { ParkingTimes } from "./use-parking-times.ts";
import { registrationTexts } from "./registration-texts.ts";

const labels = registrationTexts;
const EVENING = "18:00";
const STEP_MINUTES = 30;
const MINUTE_MS = 60_000;

type TimesProps = { form: FormState<Registration>; times: ParkingTimes };

/** Buttons for the length of the parking, and its end in large letters (document 4 §5). */
export function LengthChips({ form, times }: TimesProps) {
  const { end_date, end_time } = form.values;
  const minutes = minutesOf(form.values);
  const total = totalInWords(form.values);
  return (
    <div className="col-span-full grid gap-3">
      <fieldset aria-label={labels.length} className="flex flex-wrap gap-2">
        {labels.lengths.map(({ label, minutes: length }) => (
          <Chip key={label} onClick={() => times.setLength(length)}>
            {label}
          </Chip>
        ))}
        {isAhead(form.values, EVENING) && <Chip onClick={() => times.endAt(EVENING)}>{labels.until(EVENING)}</Chip>}
        <Chip onClick={() => times.endAt("00:00")}>{labels.untilMidnight}</Chip>
        <span className="flex flex-wrap gap-2">
          <Chip onClick={() => times.lengthen(-STEP_MINUTES)}>{labels.shorter}</Chip>
          <Chip onClick={() => times.lengthen(STEP_MINUTES)}>{labels.longer}</Chip>
        </span>
      </fieldset>
      {/* A longer text takes a second line below the chips, so that no chip moves under a finger. */}
      <p aria-hidden="true" data-clock="" className="min-h-10 text-[2rem] leading-tight font-extrabold tabular-nums">
        {minutes !== undefined &&
          labels.untilShort(sayMoment(end_date, end_time, times.today), spanText(minutes * MINUTE_MS))}
      </p>
      <output className="sr-only">{total !== undefined && labels.total(total)}</output>
    </div>
  );
}

/** A button for the probably intended end, when the typed end is over or before the start. */
export function MeantEnd({ form, times }: TimesProps) {
  const meant = form.field("end_time").error === undefined ? undefined : times.meant();
  if (meant === undefined) return null;
  return (
    <Button className="col-span-full justify-self-start" onClick={() => times.mean(meant)}>
      {labels.meant(sayMoment(meant.end_date, meant.end_time, times.today))}
    </Button>
  );
}

/** Asks about a start that has passed while the form was open. */
export function PastStart({ form, times }: TimesProps) {
  if (form.field("start_time").error !== labels.startWentBy) return null;
  return (
    <div className="col-span-full flex flex-wrap gap-2">
      <Button onClick={times.startNow}>{labels.fromNow}</Button>
      <Button onClick={times.keepStart}>{labels.fromThen(form.values.start_time)}</Button>
    </div>
  );
}
