import { Pencil } from "lucide-react";
import { useRef } from "react";
import { type AseEmployee, aseEmployeeQueries } from "#data/ase_employees/queries.ts";
import { PROMPT_POLL_MS, useListInterval } from "#data/live.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { useQuery } from "#data/use-query.ts";
import { useLiveWorkTurns } from "#data/work_turns/live.ts";
import { workTurnQueries } from "#data/work_turns/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { useRemoveEmployee } from "#session/staff/staff.ts";
import { accountOf, StoredPassword } from "#session/passwords/stored-password.tsx";
import { formatDateTime } from "#shared/format/dates.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { RemoveButton } from "#shared/ui/remove-button.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Card } from "#shared/ui/card.tsx";
import { useClockText } from "#shared/ui/clock-text.ts";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { failureText } from "../rules/failure-text.ts";
import { texts } from "../texts.ts";

const labels = texts.admin;

const useRemove = defineAction<AseEmployee, void>({
  mutation: useRemoveEmployee,
  thing: ({ id }) => id,
  ask: ({ employee_id: employeeId }) => ({
    title: labels.confirmTitle(employeeId),
    description: labels.confirmText,
    confirmText: labels.delete,
    danger: true,
  }),
  done: () => labels.deleted,
  failed: (error) => failureText(error, labels.deleteFailed),
});

/** The starts of the shifts that run, by employee ID, live. */
function useOnDuty(): ReadonlyMap<string, string> | undefined {
  useLiveWorkTurns("kind=eq.ase-employee");
  const { data } = useQuery({
    ...workTurnQueries.onDuty("ase-employee"),
    refetchInterval: useListInterval(false, PROMPT_POLL_MS),
  });
  return data && new Map(data.map(({ user_id: id, started_at: start }) => [id, start]));
}

/** The employees, newest first, each with since when on duty, and buttons to change and remove (document 2 §2). */
export function EmployeeTable({ onEdit }: { onEdit: (employee: AseEmployee) => void }) {
  const table = useRef<HTMLTableElement>(null);
  const onDuty = useOnDuty();
  const query = useInfiniteQuery({ ...aseEmployeeQueries.list(), select: (data) => data.pages.flat() });
  // The pressed button is gone with its row, so the table takes the focus.
  const remove = useRemove({ focus: () => table.current });

  async function handleRemove(employee: AseEmployee) {
    const { status } = await remove.run(employee);
    if (status === "failed") void query.refetch();
  }

  return (
    <StateView
      query={query}
      loading={<SkeletonList rows={3} label={labels.loading} />}
      failed={labels.loadFailed}
      empty={labels.none}
    >
      {(employees) => (
        <Card className="min-w-0 overflow-x-auto">
          <table ref={table} tabIndex={-1} aria-label={labels.list} className="w-full text-left">
            <thead className="text-sm text-ink-soft">
              <tr className="border-b-2 border-line">
                <ColumnHead label={labels.onDuty} />
                <ColumnHead label={labels.employeeId} />
                <ColumnHead label={labels.name} />
                <ColumnHead label={labels.created} className="hidden sm:table-cell" />
                <ColumnHead label={labels.actions} className="text-right" />
              </tr>
            </thead>
            <tbody>
              {employees.map((employee) => (
                <EmployeeRow
                  key={employee.id}
                  employee={employee}
                  since={onDuty === undefined ? undefined : (onDuty.get(employee.employee_id) ?? null)}
                  isRemoving={remove.isPending(employee.id)}
                  onEdit={() => onEdit(employee)}
                  onRemove={() => void handleRemove(employee)}
                />
              ))}
            </tbody>
          </table>
          {query.hasNextPage && (
            <Button wide className="mt-4" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {labels.more}
            </Button>
          )}
        </Card>
      )}
    </StateView>
  );
}

function ColumnHead({ label, className = "" }: { label: string; className?: string }) {
  return (
    <th scope="col" className={`py-2 pr-3 last:pr-0 ${className}`}>
      {label}
    </th>
  );
}

type EmployeeRowProps = {
  employee: AseEmployee;
  /** The start of the shift that runs; null off duty, undefined before it is known. */
  since: string | null | undefined;
  isRemoving: boolean;
  onEdit: () => void;
  onRemove: () => void;
};

function EmployeeRow(props: EmployeeRowProps) {
  const { employee_id: employeeId, name, created_at: createdAt, renamed_from: before } = props.employee;
  return (
    <tr className="border-b border-line last:border-0">
      <td className="py-3 pr-3 tabular-nums">
        {typeof props.since === "string" ? <Since at={props.since} /> : props.since === null && labels.offDuty}
      </td>
      <th scope="row" className="py-3 pr-3 font-bold">
        {employeeId}
      </th>
      <td className="py-3 pr-3">
        {name ?? labels.noName}
        {before !== null && <p className="text-sm font-semibold">{labels.renamed(before)}</p>}
        <StoredPassword name={employeeId} account={accountOf(props.employee.account_id)} />
      </td>
      <td className="hidden py-3 pr-3 text-ink-soft sm:table-cell">{formatDateTime(createdAt)}</td>
      <td className="py-3">
        <span className="flex justify-end gap-2">
          <Button size="small" aria-label={labels.editNamed(employeeId)} onClick={props.onEdit}>
            <Pencil aria-hidden="true" />
            <span className="hidden sm:inline">{labels.edit}</span>
          </Button>
          <RemoveButton aria-label={labels.deleteNamed(employeeId)} pending={props.isRemoving} onClick={props.onRemove}>
            <span className="hidden sm:inline">{labels.delete}</span>
          </RemoveButton>
        </span>
      </td>
    </tr>
  );
}

function Since({ at }: { at: string }) {
  const when = useClockText((now) => shortMoment(new Date(at), now));
  return (
    <time
      dateTime={at}
      className="inline-flex items-center gap-2 font-semibold text-success before:size-2.5 before:shrink-0 before:rounded-full before:bg-current before:forced-color-adjust-none"
    >
      {labels.since(when)}
    </time>
  );
}
