import * as v from "valibot";
import type { BankColumns } from "#data/payment_files/columns.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { SelectField } from "#shared/form/text-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { Section } from "#parking/kernel/page/section.tsx";
import { paymentTexts } from "./payment-texts.ts";
import { guessColumns } from "./rules/guess-columns.ts";

const texts = paymentTexts.columns;

const REQUIRED = ["date", "amount", "reference"] as const;
const OPTIONAL = ["payer", "key"] as const;

const schema = v.pipe(
  v.object({ date: v.string(), amount: v.string(), reference: v.string(), payer: v.string(), key: v.string() }),
  v.check(({ date, amount, reference }) => new Set([date, amount, reference]).size === 3, texts.twice),
);

type Table = { headers: string[]; samples: string[] };

/** A form that asks for the meaning of a file's columns, each shown with its first value. */
export function ColumnsForm({ table, onChoose }: { table: Table; onChoose: (columns: BankColumns) => void }) {
  const hasHeaders = table.headers.some((name) => name !== "");
  const options = table.headers.map((name, at) => ({
    value: String(at),
    label: texts.named(name || texts.unnamed(at + 1), (table.samples[at] ?? "").slice(0, 40)),
  }));
  const form = useForm({
    initial: guessColumns(table.headers),
    schema,
    required: { fields: REQUIRED, text: texts.missing },
    onSubmit: ({ date, amount, reference, payer, key }) =>
      onChoose({
        headers: hasHeaders ? table.headers : [],
        date: Number(date),
        amount: Number(amount),
        reference: [Number(reference)],
        payer: placeOf(payer),
        key: placeOf(key),
      }),
    failed: () => undefined,
  });
  return (
    <Section title={texts.title}>
      <p className="mb-5 max-w-prose">{texts.text}</p>
      <Form form={form} label={texts.form} actions={<SubmitButton form={form}>{texts.show}</SubmitButton>}>
        <div className="grid gap-5 sm:grid-cols-2">
          {REQUIRED.map((name) => (
            <SelectField
              key={name}
              label={texts[name]}
              required
              options={options}
              placeholder={texts.choose}
              {...form.field(name)}
            />
          ))}
          {OPTIONAL.map((name) => (
            <SelectField
              key={name}
              label={texts[name]}
              optional
              options={options}
              placeholder={texts.none}
              {...form.field(name)}
            />
          ))}
        </div>
      </Form>
    </Section>
  );
}

const placeOf = (typed: string): number => (typed === "" ? -1 : Number(typed));
