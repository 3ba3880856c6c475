import { atPassword } from "#session/passwords/password-refusal.ts";
import type { ReactNode } from "react";
import { isDuplicate } from "#data/data-error.ts";
import { NewIdAccountFields } from "#session/account/new-id-account-fields.tsx";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { type FormFailure, type FormState, SubmitError, useForm } from "#shared/form/use-form.ts";
import { adminTexts } from "../admin-texts.ts";
import { adminSchema, attendantSchema } from "../rules/account-schema.ts";

const texts = adminTexts.accounts;
const REQUIRED = { fields: ["user_id", "password"] as const, text: texts.missing };

type NewAdmin = { user_id: string; password: string };
type NewAttendant = NewAdmin & { discord_username: string | null };

type FormProps<Account> = {
  /** Saves the account and shows a message. After a DataError the typed values stay. */
  onAdd: (account: Account) => Promise<void>;
  /** The message of a failed save. */
  failed: (error: unknown) => FormFailure;
};

/** A form that adds an attendant. */
export function AttendantForm({ onAdd, failed }: FormProps<NewAttendant>) {
  const form = useForm({
    initial: { user_id: "", password: "", discord_username: "" },
    schema: attendantSchema,
    required: REQUIRED,
    onSubmit: async (attendant) => {
      await onAdd(attendant).catch(refuseDuplicate);
      form.reset();
    },
    failed,
  });
  return (
    <AccountForm form={form} submit={texts.addAttendant}>
      <NewIdAccountFields
        labels={texts}
        id={texts.userId}
        userId={form.field("user_id")}
        password={form.field("password")}
        discord={form.field("discord_username")}
      />
    </AccountForm>
  );
}

/** A form that adds an admin. */
export function AdminForm({ onAdd, failed }: FormProps<NewAdmin>) {
  const form = useForm({
    initial: { user_id: "", password: "" },
    schema: adminSchema,
    required: REQUIRED,
    onSubmit: async (admin) => {
      await onAdd(admin).catch(refuseDuplicate);
      form.reset();
    },
    failed,
  });
  return (
    <AccountForm form={form} submit={texts.addAdmin}>
      <NewIdAccountFields
        labels={texts}
        id={texts.userId}
        userId={form.field("user_id")}
        password={form.field("password")}
      />
    </AccountForm>
  );
}

/** A taken ID is reported at its field (document 1 §5). */
function refuseDuplicate(error: unknown): never {
  if (isDuplicate(error)) throw new SubmitError("", { user_id: texts.taken });
  throw atPassword(error, "sv");
}

function AccountForm<Values extends object>(props: { form: FormState<Values>; submit: string; children: ReactNode }) {
  return (
    <Form
      form={props.form}
      label={props.submit}
      actions={
        <SubmitButton form={props.form} wide>
          {props.submit}
        </SubmitButton>
      }
    >
      {props.children}
    </Form>
  );
}
