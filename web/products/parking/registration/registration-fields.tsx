import { clsx } from "clsx";
import type { ReactNode } from "react";
import { DISCORD_NAME_MAX, PARKING_MAX } from "#contract/limits.ts";
import { DateField } from "#shared/form/date-field.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { TimeField } from "#shared/form/time-field.tsx";
import type { FormState } from "#shared/form/use-form.ts";
import { LongerChips } from "./longer-chips.tsx";
import type { Registration } from "./registration.ts";
import { texts } from "../texts.ts";

const labels = texts.register;

/** The fields of the start-parking form, in the order in which a person who stands at the car knows them. */
export function RegistrationFields({ form }: { form: FormState<Registration> }) {
  return (
    <>
      <Group title={labels.car}>
        <TextField
          label={labels.plate}
          {...form.field("plate")}
          required
          maxLength={PARKING_MAX.plate}
          autoCapitalize="characters"
          spellCheck={false}
          // Shown as it is saved; changing the typed letters themselves would make the cursor jump.
          className="sm:col-span-2 [&_input]:text-2xl [&_input]:font-bold [&_input]:tracking-wider [&_input]:uppercase"
        />
        <TextField label={labels.carModel} {...form.field("carModel")} required maxLength={PARKING_MAX.carModel} />
        <TextField label={labels.carColor} {...form.field("carColor")} required maxLength={PARKING_MAX.carColor} />
      </Group>
      <Group title={labels.place}>
        <TextField
          label={labels.street}
          {...form.field("street")}
          required
          maxLength={PARKING_MAX.street}
          className="sm:col-span-2"
        />
      </Group>
      <Group title={labels.time} columns="grid-cols-[minmax(0,1fr)_5.5rem] gap-x-3">
        <DateField label={labels.startDate} {...form.field("startDate")} required />
        <TimeField label={labels.startTime} {...form.field("startTime")} required day={form.values.startDate} />
        <DateField label={labels.endDate} {...form.field("endDate")} required />
        <TimeField label={labels.endTime} {...form.field("endTime")} required day={form.values.endDate} />
        <LongerChips form={form} />
      </Group>
      <Group title={labels.contact}>
        <TextField
          label={labels.discord}
          note={texts.optional}
          {...form.field("discord")}
          maxLength={DISCORD_NAME_MAX}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className="sm:col-span-2"
        />
      </Group>
    </>
  );
}

type GroupProps = { title: string; columns?: string; children: ReactNode };

function Group({ title, columns = "sm:grid-cols-2", children }: GroupProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 text-xl font-bold">{title}</legend>
      <div className={clsx("grid gap-4", columns)}>{children}</div>
    </fieldset>
  );
}
