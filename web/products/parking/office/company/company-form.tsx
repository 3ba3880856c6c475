import { useId } from "react";
import * as v from "valibot";
import { COMPANY_LENGTHS, PAYMENT_KINDS, PAYMENT_METHODS_MAX } from "#contract/site-settings.ts";
import { type CompanyDraft, useSaveCompany } from "#data/company/mutations.ts";
import type { Company } from "#data/company/queries.ts";
import { DataError } from "#data/data-error.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { TextArea, TextField } from "#shared/form/text-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { PaymentMethods } from "../settings/payment-methods.tsx";
import type { TypedSettings } from "../settings/rules/settings-schema.ts";
import { companyTexts } from "./company-texts.ts";

const texts = companyTexts.form;

const useSave = defineAction({
  mutation: useSaveCompany,
  done: () => texts.saved,
  failed: (error) => ({
    text: error instanceof DataError && error.code === "changed" ? texts.changed : texts.failed,
    at: "both",
  }),
});

const line = (most: number) => v.pipe(v.string(), v.trim(), v.maxLength(most, texts.tooLong(most)));

const schema = v.object({
  issuer_name: v.pipe(line(COMPANY_LENGTHS.issuer_name), v.nonEmpty(texts.missing)),
  org_number: line(COMPANY_LENGTHS.org_number),
  postal_address: line(COMPANY_LENGTHS.postal_address),
  payment_methods: v.pipe(
    v.array(
      v.object({
        kind: v.picklist(PAYMENT_KINDS),
        value: v.pipe(line(PAYMENT_METHODS_MAX.value), v.nonEmpty(texts.noMethod)),
        text: line(PAYMENT_METHODS_MAX.text),
      }),
    ),
    v.minLength(1, texts.noPayee),
    v.maxLength(PAYMENT_METHODS_MAX.methods),
  ),
});

type Typed = Omit<v.InferInput<typeof schema>, "payment_methods"> & Pick<TypedSettings, "payment_methods">;

/** The form of the company's issuer and payees. */
export function CompanyForm({ company }: { company: Company }) {
  const title = useId();
  const save = useSave();
  const form = useForm<Typed, CompanyDraft>({
    initial: {
      issuer_name: company.issuer_name,
      org_number: company.org_number,
      postal_address: company.postal_address,
      payment_methods: company.payment_methods.map(({ kind, value, text = "" }) => ({ kind, value, text })),
    },
    schema,
    onSubmit: async (draft) => {
      await save.submit({ readAt: company.updated_at, company: draft });
    },
    failed: save.failed,
  });
  const { field } = form;
  const payees = field("payment_methods");
  return (
    <Card as="section" aria-labelledby={title}>
      <CardHeader id={title} title={texts.title} description={texts.hint} />
      <Form form={form} label={texts.title} actions={<SubmitButton form={form}>{texts.save}</SubmitButton>}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={texts.issuer_name}
            required
            autoComplete="off"
            maxLength={COMPANY_LENGTHS.issuer_name}
            {...field("issuer_name")}
          />
          <TextField
            label={texts.org_number}
            autoComplete="off"
            maxLength={COMPANY_LENGTHS.org_number}
            {...field("org_number")}
          />
          <div className="col-span-full">
            <TextArea
              label={texts.postal_address}
              maxLength={COMPANY_LENGTHS.postal_address}
              {...field("postal_address")}
            />
          </div>
        </div>
        <PaymentMethods {...payees} />
        {payees.value.length === 0 && payees.error !== undefined && (
          <p className="font-medium text-danger">{payees.error}</p>
        )}
      </Form>
    </Card>
  );
}
