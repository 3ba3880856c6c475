import { DISCORD_NAME_MAX, PARKING_MAX } from "#contract/limits.ts";
import { DateField } from "#shared/form/date-field.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { TimeField } from "#shared/form/time-field.tsx";
import type { FormState } from "#shared/form/use-form.ts";
import { fineTexts } from "../fine-texts.ts";
import type { LastFine } from "./last-fine.ts";
import type { ReportDraft } from "#parking/kernel/notice/rules/fine-draft.ts";
import { Button } from "#shared/ui/button.tsx";

const { fields } = fineTexts;

/** The fields of a report that a phone folds. */
const FOLDED = ["regNumber", "carModel", "carColor", "discordUsername", "currentDate", "currentTime"] as const;

/**
 * The fields of a report that a fine takes from its parking (document 1 §3, decisions §5), in the places that `FineFields` gives them. A
 * plate that is known already is one of the rarer fields; the page's title says it.
 */
export function reportFields(form: FormState<ReportDraft>, { last, hasPlate }: { last?: LastFine; hasPlate: boolean }) {
  const { values, field } = form;
  const plate = <PlateField form={form} />;
  return {
    first: hasPlate ? null : plate,
    place: <StreetField form={form} {...(last !== undefined && { last })} />,
    more: (
      <>
        {hasPlate && plate}
        <RarerFields form={form} />
      </>
    ),
    isInUse: [values.carModel, values.carColor, values.discordUsername].some((text) => text !== ""),
    isWrong: FOLDED.some((name) => field(name).error !== undefined),
  };
}

type ReportForm = { form: FormState<ReportDraft> };

const PlateField = ({ form }: ReportForm) => (
  <TextField
    label={fields.regNumber}
    {...form.field("regNumber")}
    optional
    maxLength={PARKING_MAX.plate}
    autoCapitalize="characters"
    autoComplete="off"
    spellCheck={false}
    // Capitals are only shown; changing the typed letters would make the cursor jump.
    className="[&_input]:uppercase"
  />
);

function StreetField({ form, last }: ReportForm & { last?: LastFine }) {
  return (
    <>
      {/* A fine without its place asks for a reason: no field that may stay empty. */}
      <TextField label={fields.street} {...form.field("street")} maxLength={PARKING_MAX.street} />
      {last !== undefined && last.street !== "" && form.values.street === "" && (
        <OfferButton label={fineTexts.lastStreet(last.street)} onTake={() => form.set("street", last.street)} />
      )}
    </>
  );
}

function RarerFields({ form: { values, field } }: ReportForm) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={fields.carModel} {...field("carModel")} optional maxLength={PARKING_MAX.carModel} />
        <TextField label={fields.carColor} {...field("carColor")} optional maxLength={PARKING_MAX.carColor} />
      </div>
      <TextField
        label={fields.discordUsername}
        {...field("discordUsername")}
        optional
        maxLength={DISCORD_NAME_MAX}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <div className="@container">
        <div className="grid gap-5 @[18rem]:grid-cols-[minmax(0,1fr)_5.5rem]">
          <DateField label={fields.currentDate} {...field("currentDate")} required />
          <TimeField label={fields.currentTime} {...field("currentTime")} required day={values.currentDate} />
        </div>
      </div>
    </>
  );
}

/** A button that fills a field with the last fine's value. */
function OfferButton({ label, onTake }: { label: string; onTake: () => void }) {
  return (
    <Button size="small" className="-mt-3 justify-self-start text-left" onClick={onTake}>
      {label}
    </Button>
  );
}
