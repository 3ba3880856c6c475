import { useState } from "react";
import { type NewAccount, useCreateAccount } from "#data/admin_user_credentials/mutations.ts";
import { DataError } from "#data/data-error.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { passwordRefusal } from "#session/passwords/password-refusal.ts";
import { NewEmailAccountFields } from "#session/account/new-email-account-fields.tsx";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { SelectField } from "#shared/form/text-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { accountSchema, invitedSchema, type NewAccountType } from "../rules/account-schema.ts";
import { texts } from "../texts.ts";

const labels = texts.newAccount;

const useCreate = defineAction({
  mutation: useCreateAccount,
  done: (_none, { email }) => labels.created(email),
  failed: (error) => ({
    text: labels.failed,
    description:
      passwordRefusal(error, "en") ??
      (error instanceof DataError && ["refused", "weak_password"].includes(error.code) ? error.message : undefined),
  }),
});

type Props = {
  createdBy: NonNullable<NewAccount["createdBy"]>;
  /** The types to choose from; the first is the default (document 2 §9). */
  types: readonly [NewAccountType, ...NewAccountType[]];
};

/** Creates an account of a type; a success clears the form for the next account (document 2 §5). */
export function NewAccountForm({ createdBy, types }: Props) {
  const create = useCreate();
  const [invite, setInvite] = useState(false);
  const form = useForm({
    initial: { email: "", password: "", accountType: types[0] },
    schema: invite ? invitedSchema : accountSchema,
    required: invite
      ? { fields: ["email"], text: labels.emailWrong }
      : { fields: ["email", "password"], text: labels.missing },
    onSubmit: async (account) => {
      await create.submit({ ...account, createdBy, ...(invite && { invite }) });
      form.reset();
      setInvite(false);
    },
    failed: create.failed,
  });
  return (
    <Form form={form} label={labels.title} actions={<SubmitButton form={form}>{labels.submit}</SubmitButton>}>
      <NewEmailAccountFields
        labels={labels}
        email={form.field("email")}
        password={form.field("password")}
        invitation={{ isOn: invite, onChange: setInvite }}
      />
      <SelectField
        label={labels.accountType}
        {...form.field("accountType")}
        options={types.map((type) => ({ value: type, label: labels.types[type] }))}
      />
    </Form>
  );
}
