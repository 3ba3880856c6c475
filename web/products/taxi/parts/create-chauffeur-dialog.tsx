import { FormDialog } from "#shared/form/form-dialog.tsx";
import { pageLanguage } from "#shared/ui/language.ts";
import { atPassword } from "#session/passwords/password-refusal.ts";
import { idKey } from "#contract/staff-address.ts";
import { isDuplicate } from "#data/data-error.ts";
import { NewIdAccountFields } from "#session/account/new-id-account-fields.tsx";
import { defineAction } from "#session/actions/define-action.ts";
import { useAddChauffeur } from "#session/staff/staff.ts";
import type { Log } from "#session/actions/use-activity-log.ts";
import { SubmitError } from "#shared/form/use-form.ts";
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
  /** The administrator's ID, noted as the creator; no chauffeur may have it. */
  adminId: string;
  log: Log;
  onClose: () => void;
};

/** The dialog "Skapa chaufför" (document 2 §2, §5). */
export function CreateChauffeurDialog({ project, adminId, log, onClose }: CreateProps) {
  const action = useCreate({ log });

  async function create(chauffeur: NewChauffeur) {
    if (idKey(chauffeur.user_id) === idKey(adminId)) refuseId();
    try {
      await action.submit({ ...chauffeur, project_id: project, created_by: adminId });
    } catch (error) {
      if (isDuplicate(error)) refuseId();
      throw atPassword(error, pageLanguage());
    }
  }

  return (
    <FormDialog
      title={labels.create}
      description={labels.createHint}
      submit={labels.submit}
      onClose={onClose}
      initial={{ user_id: "", password: "", discord_username: "" }}
      schema={newChauffeurSchema}
      required={{ fields: ["user_id", "password"], text: labels.missing }}
      onSubmit={create}
      failed={action.failed}
    >
      {({ field }) => (
        <NewIdAccountFields
          labels={labels}
          id={labels.chauffeurId}
          userId={field("user_id")}
          password={field("password")}
          discord={field("discord_username")}
        />
      )}
    </FormDialog>
  );
}

function refuseId(): never {
  throw new SubmitError("", { user_id: labels.duplicate });
}
