import type { UseQueryResult } from "@tanstack/react-query";
import { useRef } from "react";
import { useNotedReading } from "#data/audit_trail/access.ts";
import type { ProjectPerson } from "#data/project_attendants/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { personRemoval } from "#session/staff/person-removal.ts";
import { PersonRow } from "#session/staff/person-row.tsx";
import { useRemoveChauffeur } from "#session/staff/staff.ts";
import type { Log } from "#session/actions/use-activity-log.ts";
import { accountOf, StoredPassword } from "#session/passwords/stored-password.tsx";
import { toast } from "#shared/feedback/toast.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { RemoveButton } from "#shared/ui/remove-button.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { failureText } from "../rules/failure-text.ts";
import { texts } from "../texts.ts";

const labels = texts.admin;

const useRemove = defineAction({
  mutation: useRemoveChauffeur,
  ...personRemoval(labels),
  failed: (error) => failureText(error, labels.removeFailed),
});

type ListProps = {
  project: string;
  adminId: string;
  query: UseQueryResult<ProjectPerson[]>;
  log: Log;
};

/** The chauffeurs of a project with their passwords, and the administrator's own account, which cannot be removed (document 2 §2, §6). */
export function ChauffeurList({ project, adminId, query, log }: ListProps) {
  const list = useRef<HTMLUListElement>(null);
  useNotedReading("project_attendants", query.data?.some(({ password }) => password !== null) ?? false, project);
  const remove = useRemove({ log, focus: () => list.current });

  const handleRemove = ({ id, account_id: accountId, user_id: userId }: ProjectPerson) =>
    void remove.run({ id, accountId, project, userId });

  return (
    <StateView query={query} failed={labels.loadFailed} empty={null} isEmpty={() => false}>
      {(chauffeurs) => (
        <>
          <ul ref={list} tabIndex={-1} aria-label={labels.list} className="grid gap-3">
            {chauffeurs.map((chauffeur) => (
              <PersonRow
                key={chauffeur.id}
                person={chauffeur}
                labels={labels}
                isRemoving={remove.isPending(chauffeur.id)}
                onRemove={() => handleRemove(chauffeur)}
              >
                <StoredPassword
                  name={chauffeur.user_id}
                  account={accountOf(chauffeur.account_id)}
                  password={chauffeur.password}
                >
                  {(readable) => <ReadablePassword password={readable} />}
                </StoredPassword>
              </PersonRow>
            ))}
            <AdminRow id={adminId} />
          </ul>
          {chauffeurs.length === 0 && (
            <div className="mt-3">
              <EmptyState text={labels.none} />
            </div>
          )}
        </>
      )}
    </StateView>
  );
}

/** A readable password: document 2 §2 asks for it in the profile `specified`. */
function ReadablePassword({ password }: { password: string }) {
  return (
    <p className="min-w-0">
      <span className="text-sm text-ink-soft">{labels.password}</span>{" "}
      <code className="inline-block max-w-full overflow-x-auto rounded-sm bg-sunken px-1.5 align-bottom text-base wrap-anywhere">
        {password}
      </code>
    </p>
  );
}

/** The administrator's account; its button says that it cannot be removed. */
function AdminRow({ id }: { id: string }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex min-w-0 flex-1 basis-32 flex-wrap items-center gap-3">
        <h3 className="text-lg font-bold wrap-anywhere">{id}</h3>
        <Badge tone="brand">{labels.protectedRole}</Badge>
      </div>
      <RemoveButton
        className="ml-auto"
        aria-label={labels.removeNamed(id)}
        onClick={() => toast.error(labels.protected)}
      >
        {labels.remove}
      </RemoveButton>
    </li>
  );
}
