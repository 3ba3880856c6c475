import { DISPATCH_PROJECT } from "#contract/projects.ts";
import { NewIdAccountFields } from "#session/account/new-id-account-fields.tsx";
import { defineAction } from "#session/actions/define-action.ts";
import { useAddOperator } from "#session/staff/staff.ts";
import type { Log } from "#session/actions/use-activity-log.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { failureDetail } from "../rules/failure-detail.ts";
import { type NewOperator, newOperatorSchema } from "../rules/new-operator-schema.ts";
import { texts } from "../texts.ts";

const labels = texts.operators;

const useCreate = defineAction({
  mutation: useAddOperator,
  done: () => labels.created,
  failed: (error) => labels.createFailed(failureDetail(error)),
  log: { name: "created", about: ({ user_id }) => ({ user_id }) },
});

/** A form that creates an operator; its button is disabled unless user ID and password are filled (document 2 §5). */
export function OperatorForm({ createdBy, log }: { createdBy: string; log: Log }) {
  const action = useCreate({ log });

  async function create(operator: NewOperator) {
    await action.submit({ ...operator, project_id: DISPATCH_PROJECT, created_by: createdBy });
    form.reset();
  }

  const form = useForm({
    initial: { user_id: "", password: "", discord_username: "" },
    schema: newOperatorSchema,
    onSubmit: create,
    failed: action.failed,
  });
  const isFilled = form.values.user_id.trim() !== "" && form.values.password !== "";
  return (
    <Form
      form={form}
      label={labels.createTitle}
      actions={
        <SubmitButton form={form} disabled={!isFilled}>
          {labels.create}
        </SubmitButton>
      }
    >
      <NewIdAccountFields
        labels={labels}
        id={labels.userId}
        userId={form.field("user_id")}
        password={form.field("password")}
        discord={form.field("discord_username")}
      />
    </Form>
  );
}
