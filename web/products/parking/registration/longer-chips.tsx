import { laterEnd, midnightAfter, totalInWords } from "#shared/form/span-length.ts";
import type { FormState } from "#shared/form/use-form.ts";
import { Chip } from "#shared/ui/chip.tsx";
import type { Registration } from "./registration.ts";
import { texts } from "../texts.ts";

const labels = texts.register;

/** A later end by a press, and how long the parking lasts in words (document 4 §5). */
export function LongerChips({ form }: { form: FormState<Registration> }) {
  const { values } = form;
  function setEnd(end: ReturnType<typeof laterEnd>) {
    if (end === undefined) return;
    form.set("end_date", end.end_date);
    form.set("end_time", end.end_time);
  }
  const total = totalInWords(values);
  return (
    <div className="col-span-full grid gap-3">
      <fieldset aria-label={labels.longer} className="flex flex-wrap gap-2">
        {labels.steps.map(({ label, minutes }) => (
          <Chip key={label} onClick={() => setEnd(laterEnd(values, minutes))}>
            {label}
          </Chip>
        ))}
        <Chip onClick={() => setEnd(midnightAfter(values))}>{labels.untilMidnight}</Chip>
      </fieldset>
      <output className="min-h-6 font-semibold">{total !== undefined && labels.total(total)}</output>
    </div>
  );
}
