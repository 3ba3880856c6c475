import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import * as v from "valibot";
import { STANDARD_SITE } from "#contract/projects.ts";
import { VISITOR } from "#data/acting.ts";
import { findSiteByPath } from "#data/main_page_sites/queries.ts";
import { CancelButton, FormMessage } from "#shared/form/form.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { SubmitError, useForm } from "#shared/form/use-form.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog, DialogActions } from "#shared/ui/dialog.tsx";
import { destinationOf, type RoleCard } from "./destinations.ts";
import { dashboardTexts as texts } from "./dashboard-texts.ts";

type Choice = { site: string; roles: readonly RoleCard[] };

/** A dialog that takes a project code and leads to the project, directly or through the choice of a role (document 1 §2). */
export function CodeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const [choice, setChoice] = useState<Choice>();

  function handleClose() {
    setChoice(undefined);
    onClose();
  }
  function handleFound(site: { name: string; path: string }) {
    const destination = destinationOf(site.path);
    if ("to" in destination) void navigate(destination.to);
    else setChoice({ site: site.name, roles: destination.roles });
  }

  const { title, description } =
    choice === undefined ? texts.code : { title: texts.role.title, description: texts.role.description(choice.site) };
  return (
    <Dialog
      lang="sv"
      open={open}
      onOpenChange={(isOpen) => isOpen || handleClose()}
      title={title}
      description={description}
    >
      {choice === undefined ? (
        // The closed dialog draws nothing, so that the next opening starts empty and without an error.
        <CodeForm onFound={handleFound} onCancel={handleClose} />
      ) : (
        <RoleCards roles={choice.roles} onChoose={(to) => void navigate(to)} />
      )}
    </Dialog>
  );
}

const schema = v.object({ code: v.pipe(v.string(), v.trim(), v.nonEmpty()) });

type CodeFormProps = { onFound: (site: { name: string; path: string }) => void; onCancel: () => void };

function CodeForm({ onFound, onCancel }: CodeFormProps) {
  // Cancelling (button, Escape or a press beside the dialog) removes the form.
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const form = useForm({
    initial: { code: "" },
    schema,
    onSubmit: async ({ code }) => {
      const site = await findSite(code);
      if (isGone.current) return;
      if (site === null) throw new SubmitError(texts.code.notFound);
      onFound(site);
    },
    failed: () => ({ text: texts.code.failed, at: "form" }),
  });
  const hasFailed = form.message !== undefined;
  return (
    <form {...form.formProps} aria-busy={form.isPending || undefined} className="grid gap-4">
      <TextField
        {...form.field("code")}
        label={texts.code.field}
        invalid={hasFailed}
        describedBy={hasFailed ? form.messageId : undefined}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
      />
      <FormMessage id={form.messageId} text={form.message} />
      <DialogActions>
        <CancelButton onClick={onCancel} />
        <Button type="submit" variant="primary" pending={form.isPending} disabled={form.values.code.trim() === ""}>
          {form.isPending ? texts.code.verifying : texts.code.confirm}
        </Button>
      </DialogActions>
    </form>
  );
}

/** The site of a typed code. The standard site's code works even if the table lacks it (document 1 §6). */
async function findSite(code: string): Promise<{ name: string; path: string } | null> {
  const site = await findSiteByPath(VISITOR, code);
  return site ?? (code.toLowerCase() === STANDARD_SITE.path ? STANDARD_SITE : null);
}

function RoleCards({ roles, onChoose }: { roles: readonly RoleCard[]; onChoose: (to: string) => void }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {roles.map(({ name, hint, to }, index) => (
        <button
          key={name}
          type="button"
          // The field with the focus is gone.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={index === 0}
          aria-label={name}
          aria-describedby={`role-${name}`}
          onClick={() => onChoose(to)}
          className="grid content-start gap-1 rounded-card border-2 border-line-strong bg-surface p-5 text-left hover:border-brand hover:bg-brand-soft"
        >
          <span className="text-lg font-bold">{name}</span>
          <span id={`role-${name}`} className="text-ink-soft">
            {hint}
          </span>
        </button>
      ))}
    </div>
  );
}
