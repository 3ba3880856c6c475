import { CONTACT_MESSAGE_MAX, PASSWORD_LENGTH } from "#contract/limits.ts";
import { type NewAccount, useCreateAccount } from "#data/admin_user_credentials/mutations.ts";
import { DataError } from "#data/data-error.ts";
import { toast } from "#shared/feedback/toast.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { PasswordField } from "#shared/form/password-field.tsx";
import { SelectField, TextField } from "#shared/form/text-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { accountSchema, type NewAccountType } from "../rules/account-schema.ts";
import { texts } from "../texts.ts";

const labels = texts.newAccount;

type Props = {
  createdBy: NonNullable<NewAccount["createdBy"]>;
  /** Types to choose from; the first one is the default (document 2 §9). */
  types: readonly [NewAccountType, ...NewAccountType[]];
};

/** Makes an account with a type; a success clears the form for the next one (document 2 §5). */
export function NewAccountForm({ createdBy, types }: Props) {
  const create = useCreateAccount();
  const form = useForm({
    initial: { email: "", password: "", accountType: types[0] },
    schema: accountSchema,
    required: { fields: ["email", "password"], text: labels.missing },
    onSubmit: async (account) => {
      await create.mutateAsync({ ...account, createdBy });
      toast.success(labels.created(account.email));
      form.reset();
    },
    failed: (error) => {
      const isRefused = error instanceof DataError && error.code === "refused";
      toast.error(labels.failed, isRefused ? { description: error.message } : {});
      return undefined;
    },
  });
  return (
    <Form form={form} label={labels.title} actions={<SubmitButton form={form}>{labels.submit}</SubmitButton>}>
      <TextField
        label={labels.email}
        {...form.field("email")}
        required
        type="email"
        inputMode="email"
        maxLength={CONTACT_MESSAGE_MAX.email}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        label={labels.password}
        hint={labels.passwordHint}
        {...form.field("password")}
        required
        maxLength={PASSWORD_LENGTH.max}
        autoComplete="new-password"
        reveal={{ show: texts.signIn.showPassword, hide: texts.signIn.hidePassword }}
      />
      <SelectField
        label={labels.accountType}
        {...form.field("accountType")}
        options={types.map((type) => ({ value: type, label: labels.types[type] }))}
      />
    </Form>
  );
}
