import { pageLanguage } from "#shared/ui/language.ts";
import { atPassword } from "#session/passwords/password-refusal.ts";
import { idKey } from "#contract/staff-address.ts";
import { isDuplicate } from "#data/data-error.ts";
import { NewIdAccountFields } from "#session/account/new-id-account-fields.tsx";
import { defineAction } from "#session/actions/define-action.ts";
import { useAddChauffeur } from "#session/staff/staff.ts";
import type { Log } from "#session/actions/use-activity-log.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { SubmitError, useForm } from "#shared/form/use-form.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { failureText } from "../rules/failure-text.ts";
import { type NewChauffeur, newChauffeurSchema } from "../rules/new-chauffeur-schema.ts";
import { texts } from "../texts.ts";

const labels = texts.admin;

const useCreate = defineAction({
  mutation: useAddChauffeur,
  done: () => labels.created,
  failed: (error) => failureText(error, labels.createFailed),
  log: { name: "created", about: ({ user_id }) => ({ user_id }) },
});

type CreateProps = {
  project: string;
  /** The administrator's ID: who creates, and an ID that no chauffeur can have. */
  adminId: string;
  log: Log;
  onClose: () => void;
};

/** The dialog "Skapa chaufför" (document 2 §2, §5). */
export function CreateChauffeurDialog({ open, ...props }: CreateProps & { open: boolean }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || props.onClose()}
      title={labels.create}
      description={labels.createHint}
    >
      <CreateForm {...props} />
    </Dialog>
  );
}

function CreateForm({ project, adminId, log, onClose }: CreateProps) {
  const action = useCreate({ log });

  async function create(chauffeur: NewChauffeur) {
    if (idKey(chauffeur.user_id) === idKey(adminId)) refuseId();
    try {
      await action.submit({ ...chauffeur, project_id: project, created_by: adminId });
    } catch (error) {
      if (isDuplicate(error)) refuseId();
      throw atPassword(error, pageLanguage());
    }
    onClose();
  }

  const form = useForm({
    initial: { user_id: "", password: "", discord_username: "" },
    schema: newChauffeurSchema,
    required: { fields: ["user_id", "password"], text: labels.missing },
    onSubmit: create,
    failed: action.failed,
  });
  return (
    <Form
      form={form}
      actions={
        <>
          <SubmitButton form={form}>{labels.submit}</SubmitButton>
          <Button onClick={onClose}>{labels.cancel}</Button>
        </>
      }
    >
      <NewIdAccountFields
        labels={labels}
        id={labels.chauffeurId}
        userId={form.field("user_id")}
        password={form.field("password")}
        discord={form.field("discord_username")}
      />
    </Form>
  );
}

function refuseId(): never {
  throw new SubmitError("", { user_id: labels.duplicate });
}
