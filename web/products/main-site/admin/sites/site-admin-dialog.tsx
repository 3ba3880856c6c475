import { atPassword } from "#session/passwords/password-refusal.ts";
import { useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import * as v from "valibot";
import { isDuplicate } from "#data/data-error.ts";
import { type Site, siteQueries } from "#data/main_page_sites/queries.ts";
import { NewIdAccountFields } from "#session/account/new-id-account-fields.tsx";
import { newIdSchema } from "#session/account/new-id-account-schema.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { newPasswordSchema } from "#session/passwords/new-password-schema.ts";
import { areLoginsApart } from "#session/profile/profile.ts";
import { useAddAdmin } from "#session/staff/staff.ts";
import { DialogForm } from "#shared/form/form-dialog.tsx";
import { SubmitError } from "#shared/form/use-form.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { adminTexts } from "../admin-texts.ts";
import { GivenPassword } from "../people/given-password.tsx";
import { suggestPassword } from "../people/suggested-password.ts";

const texts = adminTexts.siteAdmin;

/** A site that gets an admin. */
export type AdminlessSite = Pick<Site, "name" | "path">;

const useAdd = defineAction({ mutation: useAddAdmin, done: () => texts.added, failed: () => texts.failed });

type Props = {
  site: AdminlessSite;
  /** Whether the site was just added, so that this is its first admin. */
  isFirst: boolean;
  /** The main admin who adds the admin. */
  createdBy: string;
  onClose: () => void;
};

/** A dialog that makes an admin of a site; the admin then makes the site's other accounts (document 1 §6). */
export function SiteAdminDialog({ site, isFirst, createdBy, onClose }: Props) {
  const [given, setGiven] = useState<NewAdmin>();
  const hint = texts.givenHint(paths.customerAdminLogin(site.path));
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={texts.title(site.name)}
      description={isFirst ? texts.firstHint : texts.hint}
    >
      {given === undefined ? (
        <AdminForm site={site} createdBy={createdBy} onAdded={setGiven} onCancel={onClose} isFirst={isFirst} />
      ) : (
        <GivenPassword
          name={given.user_id}
          password={given.password}
          hint={areLoginsApart ? `${hint} ${adminTexts.given.hint}` : hint}
          onDone={onClose}
        />
      )}
    </Dialog>
  );
}

const schema = v.object({ user_id: newIdSchema(texts.userIdTooShort), password: newPasswordSchema("sv") });

type NewAdmin = v.InferOutput<typeof schema>;

type FormProps = Omit<Props, "onClose"> & { onAdded: (admin: NewAdmin) => void; onCancel: () => void };

function AdminForm({ site, isFirst, createdBy, onAdded, onCancel }: FormProps) {
  const cache = useQueryClient();
  const add = useAdd();
  async function handleSubmit(admin: NewAdmin) {
    await add.submit({ ...admin, project_id: site.path, created_by: createdBy }).catch((error: unknown) => {
      throw isDuplicate(error) ? new SubmitError("", { user_id: texts.taken }) : atPassword(error, "sv");
    });
    void cache.invalidateQueries({ queryKey: siteQueries.all });
    onAdded(admin);
  }
  return (
    <DialogForm
      submit={texts.submit}
      cancel={isFirst ? texts.later : undefined}
      onClose={onCancel}
      // The dialog shows the password next.
      onSaved={() => undefined}
      initial={{ user_id: "", password: "" }}
      schema={schema}
      required={{ fields: ["user_id", "password"], text: texts.missing }}
      onSubmit={handleSubmit}
      failed={() => texts.failed}
    >
      {({ field, set }) => (
        <>
          <NewIdAccountFields id={texts.userId} userId={field("user_id")} password={field("password")} />
          <Button size="small" className="justify-self-start" onClick={() => set("password", suggestPassword())}>
            <KeyRound aria-hidden="true" />
            {texts.suggest}
          </Button>
        </>
      )}
    </DialogForm>
  );
}
