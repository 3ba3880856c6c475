import { type ReactNode, useEffect } from "react";
import { PROPERTY_MAX as MAX } from "#contract/limits.ts";
import { PROPERTY_STATUSES } from "#contract/states.ts";
import type { PropertyDraft } from "#data/properties/mutations.ts";
import { DialogForm } from "#shared/form/form-dialog.tsx";
import { SelectField, TextArea, TextField } from "#shared/form/text-field.tsx";
import type { FormFailure, FormState } from "#shared/form/use-form.ts";
import { parseAmount } from "#shared/format/amount.ts";
import { formatExactly } from "#shared/format/money.ts";
import { type PropertyInput, propertySchema } from "../rules/property-schema.ts";
import { texts } from "../texts.ts";
import { PictureFields } from "./picture-fields.tsx";

const labels = texts.form;
const STATUS_OPTIONS = PROPERTY_STATUSES.map((value) => ({ value, label: texts.statuses[value] }));

type PropertyFormProps = {
  initial: PropertyInput;
  onSave: (draft: PropertyDraft) => Promise<void>;
  /** The message when the save fails; typed values stay. */
  failed: (error: unknown) => FormFailure;
  /** Called with whether any value differs from `initial`. */
  onTyped: (isChanged: boolean) => void;
  onCancel: () => void;
};

/** All fields of a property (document 2 §5, decisions §5). */
export function PropertyForm({ initial, onSave, failed, onTyped, onCancel }: PropertyFormProps) {
  return (
    <DialogForm<PropertyInput, PropertyDraft>
      submit={labels.save}
      className="gap-8!"
      onClose={onCancel}
      // The caller closes the dialog after a save, and leaves it open where the agent chose to go on.
      onSaved={() => undefined}
      initial={initial}
      schema={propertySchema}
      onSubmit={onSave}
      failed={failed}
    >
      {(form) => (
        <>
          <TypedNote isChanged={JSON.stringify(form.values) !== JSON.stringify(initial)} onTyped={onTyped} />
          <ListingFields form={form} />
          <PriceFields form={form} />
          <AddressFields form={form} />
          <SizeFields form={form} />
          <Section title={labels.sections.pictures}>
            <PictureFields form={form} />
          </Section>
        </>
      )}
    </DialogForm>
  );
}

/** Reports whether any value differs. It draws nothing. */
function TypedNote({ isChanged, onTyped }: { isChanged: boolean } & Pick<PropertyFormProps, "onTyped">) {
  useEffect(() => onTyped(isChanged), [onTyped, isChanged]);
  return null;
}

type PartProps = { form: FormState<PropertyInput> };

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 text-lg font-bold">{title}</legend>
      <div className="grid items-start gap-5 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}

function ListingFields({ form }: PartProps) {
  return (
    <Section title={labels.sections.about}>
      <TextField label={labels.title} {...form.field("title")} required maxLength={MAX.title} />
      <TextField label={labels.sellerName} {...form.field("seller_name")} required maxLength={MAX.sellerName} />
      <TextField
        label={labels.propertyType}
        {...form.field("property_type")}
        required
        maxLength={MAX.propertyType}
        hint={labels.propertyTypeHint}
      />
      <TextField label={labels.features} {...form.field("features")} optional hint={labels.featuresHint} />
      <TextArea
        label={labels.shortDescription}
        {...form.field("short_description")}
        required
        rows={2}
        maxLength={MAX.shortDescription}
        className="sm:col-span-2"
      />
      <TextArea
        label={labels.descriptionField}
        {...form.field("description")}
        optional
        maxLength={MAX.description}
        className="sm:col-span-2"
      />
    </Section>
  );
}

function PriceFields({ form }: PartProps) {
  return (
    <Section title={labels.sections.price}>
      <TextField
        label={labels.price}
        {...form.field("price")}
        required
        inputMode="decimal"
        maxLength={40}
        hint={readAs(form.values.price)}
      />
      <TextField
        label={labels.minimumBid}
        {...form.field("min_bid")}
        optional
        inputMode="decimal"
        maxLength={40}
        hint={readAs(form.values.min_bid) ?? labels.minimumBidHint}
      />
      <SelectField label={labels.status} {...form.field("status")} options={STATUS_OPTIONS} />
    </Section>
  );
}

/** The typed amount as it is understood, because a zero too many is easily typed. */
function readAs(typed: string): string | undefined {
  const amount = parseAmount(typed);
  return amount === undefined ? undefined : formatExactly(amount);
}

function AddressFields({ form }: PartProps) {
  return (
    <Section title={labels.sections.place}>
      <TextField label={labels.address} {...form.field("address")} required maxLength={MAX.address} />
      <TextField label={labels.city} {...form.field("city")} required maxLength={MAX.city} />
      <TextField label={labels.zipCode} {...form.field("zip_code")} optional maxLength={MAX.zipCode} />
      <TextField label={labels.state} {...form.field("state")} optional maxLength={MAX.state} />
    </Section>
  );
}

function SizeFields({ form }: PartProps) {
  const optionalNumber = { optional: true, maxLength: 20 } as const;
  return (
    <Section title={labels.sections.size}>
      <TextField label={labels.squareFeet} {...form.field("square_feet")} {...optionalNumber} inputMode="numeric" />
      <TextField label={labels.bedrooms} {...form.field("bedrooms")} {...optionalNumber} inputMode="numeric" />
      <TextField label={labels.bathrooms} {...form.field("bathrooms")} {...optionalNumber} inputMode="decimal" />
    </Section>
  );
}
