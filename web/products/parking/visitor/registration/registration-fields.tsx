import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { DISCORD_NAME_MAX, PARKING_MAX } from "#contract/limits.ts";
import { DateField } from "#shared/form/date-field.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { TimeField } from "#shared/form/time-field.tsx";
import type { FormState } from "#shared/form/use-form.ts";
import { Button } from "#shared/ui/button.tsx";
import { LengthChips, MeantEnd, PastStart } from "./length-chips.tsx";
import type { Registration } from "./registration.ts";
import type { ParkingTimes } from "./use-parking-times.ts";
import { registrationTexts } from "./registration-texts.ts";

const labels = registrationTexts;

/** The fields of the start-parking form, in the order in which a person at the car knows them. */
export function RegistrationFields({ form, times }: { form: FormState<Registration>; times: ParkingTimes }) {
  return (
    <>
      <Group title={labels.car}>
        <TextField
          label={labels.ref_number}
          {...form.field("ref_number")}
          required
          maxLength={PARKING_MAX.plate}
          autoCapitalize="characters"
          spellCheck={false}
          // Capitals are only shown; changing the typed letters would make the cursor jump.
          className="sm:col-span-2 [&_input]:text-2xl [&_input]:font-bold [&_input]:tracking-wider [&_input]:uppercase"
        />
        <TextField label={labels.car_model} {...form.field("car_model")} required maxLength={PARKING_MAX.carModel} />
        <TextField label={labels.car_color} {...form.field("car_color")} required maxLength={PARKING_MAX.carColor} />
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
      <TimesGroup form={form} times={times} />
      <Group title={labels.contact}>
        <TextField
          label={labels.discord_username}
          optional
          {...form.field("discord_username")}
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

function TimesGroup({ form, times }: { form: FormState<Registration>; times: ParkingTimes }) {
  return (
    <Group title={labels.time} columns="@[18rem]:grid-cols-[minmax(0,1fr)_5.5rem] gap-x-3">
      <LengthChips form={form} times={times} />
      <StartFields form={form} times={times} />
      <DateField label={labels.end_date} {...form.field("end_date")} required onChange={times.setEndDay} />
      <TimeField
        label={labels.end_time}
        {...form.field("end_time")}
        required
        day={form.values.end_date}
        onChange={times.setEndTime}
      />
      <MeantEnd form={form} times={times} />
    </Group>
  );
}

/** The start. A phone folds its fields while the parking begins now, as nearly all do. */
function StartFields({ form, times }: { form: FormState<Registration>; times: ParkingTimes }) {
  const [isWanted, setIsWanted] = useState(false);
  const [day, time] = [form.field("start_date"), form.field("start_time")];
  const isWrong = [day, time].some(({ error, invalid }) => error !== undefined || invalid === true);
  const isFolded = !isWanted && !times.set.start && !isWrong;
  const fields = useRef<HTMLDivElement>(null);
  // The pressed button is gone.
  useEffect(() => {
    if (isWanted) fields.current?.querySelector<HTMLElement>("input")?.focus();
  }, [isWanted]);
  return (
    <>
      {isFolded && (
        <p className="col-span-full flex flex-wrap items-center gap-x-3 text-lg md:hidden">
          {labels.startsNow}
          <span aria-hidden="true">·</span>
          <Button size="small" aria-expanded="false" onClick={() => setIsWanted(true)}>
            <span>
              {labels.change}
              <span className="sr-only">{labels.ofStart}</span>
            </span>
          </Button>
        </p>
      )}
      <div ref={fields} className={isFolded ? "contents max-md:hidden" : "contents"}>
        <DateField
          label={labels.start_date}
          {...day}
          required
          onChange={(start_date) => times.setStart({ start_date })}
        />
        <TimeField
          label={labels.start_time}
          {...time}
          required
          day={form.values.start_date}
          onChange={(start_time) => times.setStart({ start_time })}
        />
        <PastStart form={form} times={times} />
      </div>
    </>
  );
}

type GroupProps = { title: string; columns?: string; children: ReactNode };

function Group({ title, columns = "sm:grid-cols-2", children }: GroupProps) {
  return (
    <fieldset className="@container min-w-0">
      <legend className="mb-3 text-xl font-bold">{title}</legend>
      <div className={clsx("grid gap-4", columns)}>{children}</div>
    </fieldset>
  );
}
