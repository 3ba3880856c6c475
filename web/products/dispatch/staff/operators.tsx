import { useId, useRef } from "react";
import { DISPATCH_PROJECT } from "#contract/projects.ts";
import { useNotedReading } from "#data/audit_trail/access.ts";
import { useListInterval } from "#data/live.ts";
import { useLiveProjectPeople } from "#data/project_attendants/live.ts";
import { type ProjectPerson, projectAttendantQueries } from "#data/project_attendants/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { personRemoval } from "#session/staff/person-removal.ts";
import { PersonRow } from "#session/staff/person-row.tsx";
import { useRemoveOperator } from "#session/staff/staff.ts";
import type { Session } from "#session/store.ts";
import { accountOf, StoredPassword } from "#session/passwords/stored-password.tsx";
import type { Log } from "#session/actions/use-activity-log.ts";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { failureDetail } from "../rules/failure-detail.ts";
import { texts } from "../texts.ts";
import { OperatorForm } from "./operator-form.tsx";

const labels = texts.operators;

const useRemove = defineAction({
  mutation: useRemoveOperator,
  ...personRemoval(labels),
  failed: (error) => labels.removeFailed(failureDetail(error)),
});

/** The operators of the dispatch centre, with a form to create and buttons to remove them (document 2 §2). */
export function Operators({ session, log }: { session: Session; log: Log }) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const query = useQuery({
    ...projectAttendantQueries.ofProject(DISPATCH_PROJECT),
    refetchInterval: useListInterval(),
  });
  useLiveProjectPeople(DISPATCH_PROJECT);
  const isReadable = query.data?.some(({ password }) => password !== null) ?? false;
  useNotedReading("project_attendants", isReadable, DISPATCH_PROJECT);
  // The pressed button is gone with its row, so the list takes the focus.
  const remove = useRemove({ log, focus: () => list.current });

  function handleRemove({
    id,
    account_id: accountId,
    user_id: userId,
    discord_username: discordUsername,
  }: ProjectPerson) {
    const deletedBy = session.userId;
    void remove.run({ id, accountId, project: DISPATCH_PROJECT, userId, discordUsername, deletedBy });
  }

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <Card as="section" aria-labelledby={`${id}-new`}>
        <CardHeader id={`${id}-new`} title={labels.createTitle} />
        <OperatorForm createdBy={session.userId} log={log} />
      </Card>
      <section aria-labelledby={`${id}-list`} className="min-w-0">
        <h2 id={`${id}-list`} className="mb-4 text-xl font-bold">
          {labels.listTitle(query.data?.length)}
        </h2>
        <StateView query={query} failed={labels.loadFailed} empty={labels.none}>
          {(operators) => (
            <ul ref={list} tabIndex={-1} aria-label={labels.list} className="grid gap-3">
              {operators.map((operator) => (
                <PersonRow
                  key={operator.id}
                  person={operator}
                  labels={labels}
                  isRemoving={remove.isPending(operator.id)}
                  onRemove={() => handleRemove(operator)}
                >
                  {/* The list shows no password (document 2 §2); this place only sets one, in the profile `hardened`. */}
                  <StoredPassword name={operator.user_id} account={accountOf(operator.account_id)} />
                </PersonRow>
              ))}
            </ul>
          )}
        </StateView>
      </section>
    </div>
  );
}
