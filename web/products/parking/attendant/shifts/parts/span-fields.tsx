import { DateField } from "#shared/form/date-field.tsx";
import { asEnd, laterEnd, totalInWords } from "#shared/form/span-length.ts";
import { TimeField } from "#shared/form/time-field.tsx";
import type { FormState } from "#shared/form/use-form.ts";
import { Chip } from "#shared/ui/chip.tsx";
import type { ShiftDraft } from "../rules/shift-draft.ts";
import { shiftTexts } from "../shift-texts.ts";

const texts = shiftTexts.form;
const EIGHT_HOURS_MINUTES = 8 * 60;

/** Buttons for usual times: below their day and time, or on one line with both where there is room. */
const CHIPS = "col-span-full flex flex-wrap items-start gap-2 @[26rem]:col-span-1 @[26rem]:mt-8";

/** The start and end of a shift: day and time side by side, buttons for usual times, and the length. */
export function SpanFields({ form }: { form: FormState<ShiftDraft> }) {
  const { values } = form;
  const total = totalInWords(values);

  function startNow() {
    const { end_date, end_time } = asEnd(new Date());
    form.set("start_date", end_date);
    form.set("start_time", end_time);
  }
  function setEnd(end: ReturnType<typeof laterEnd>) {
    if (end === undefined) return;
    form.set("end_date", end.end_date);
    form.set("end_time", end.end_time);
  }
  /** Eight hours after the start; an end that is already typed does not count. */
  const endAfterEight = () => laterEnd({ ...values, end_time: "" }, EIGHT_HOURS_MINUTES);

  return (
    <div className="@container">
      <div className="grid gap-x-3 gap-y-4 @[18rem]:grid-cols-[minmax(0,1fr)_5.5rem] @[26rem]:grid-cols-[minmax(0,1fr)_5.5rem_8rem]">
        <DateField label={texts.start_date} {...form.field("start_date")} required />
        <TimeField label={texts.start_time} {...form.field("start_time")} required day={values.start_date} />
        <fieldset aria-label={texts.start} className={CHIPS}>
          <Chip onClick={startNow}>{texts.now}</Chip>
        </fieldset>
        <DateField label={texts.end_date} {...form.field("end_date")} required min={values.start_date} />
        <TimeField label={texts.end_time} {...form.field("end_time")} required day={values.end_date} />
        <fieldset aria-label={texts.end} className={CHIPS}>
          <Chip onClick={() => setEnd(asEnd(new Date()))}>{texts.now}</Chip>
          <Chip onClick={() => setEnd(endAfterEight())}>{texts.eightHours}</Chip>
        </fieldset>
        <output className="col-span-full -mt-2 min-h-[1lh] font-semibold">
          {total !== undefined && texts.total(total)}
        </output>
      </div>
    </div>
  );
}
