import { useState } from "react";
import * as v from "valibot";
import { aseSettingsQueries } from "#data/planned_shifts/lists.ts";
import { type AseEmployee, aseEmployeeQueries } from "#data/ase_employees/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { useQuery } from "#data/use-query.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { TickField } from "#shared/form/tick-field.tsx";
import { SubmitError } from "#shared/form/use-form.ts";
import { toast } from "#shared/feedback/toast.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { useListSaving, useTicking } from "./plan-actions.ts";
import { planTexts } from "./plan-texts.ts";

const labels = planTexts.settings;

/** As many positions as stand beside a name; of more a dialog asks. */
const BESIDE = 5;

/** Who works in which position, each by one press. */
export function EmployeePositions({ positions }: { positions: readonly string[] }) {
  const query = useInfiniteQuery({ ...aseEmployeeQueries.list(), select: (data) => data.pages.flat() });
  const known = useQuery(aseSettingsQueries.employeePositions());
  const of = (id: string) =>
    (known.data ?? []).filter(({ employee_id: who }) => who === id).map(({ position }) => position);
  return (
    <Card as="section" aria-label={labels.who}>
      <CardHeader title={labels.who} />
      <StateView query={query} failed={labels.loadFailed} empty={labels.noEmployees}>
        {(employees) => (
          <ul>
            {employees.map((employee) => (
              <Row key={employee.id} {...{ employee, positions }} has={known.data && of(employee.employee_id)} />
            ))}
          </ul>
        )}
      </StateView>
      {query.hasNextPage && (
        <Button wide className="mt-4" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {labels.more}
        </Button>
      )}
    </Card>
  );
}

type RowProps = {
  employee: AseEmployee;
  positions: readonly string[];
  /** The employee's positions; undefined until they are known. */
  has: readonly string[] | undefined;
};

function Row({ employee, positions, has }: RowProps) {
  const [isEdited, setEdited] = useState(false);
  const { employee_id: id, name } = employee;
  // A position that left the list is still somebody's until it is taken away.
  const offered = [...new Set([...positions, ...(has ?? [])])];
  const isBeside = has !== undefined && offered.length <= BESIDE;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0">
      <span className="min-w-0 flex-auto wrap-anywhere">
        <strong>{name ?? id}</strong> <span className="text-sm text-ink-soft">{id}</span>
        {!isBeside && <span className="block text-ink-soft">{has?.join(", ") || labels.none}</span>}
      </span>
      {isBeside ? (
        <Ticks {...{ employee, offered, has }} />
      ) : (
        <Button
          size="small"
          disabled={has === undefined}
          aria-label={labels.changeOf(id)}
          onClick={() => setEdited(true)}
        >
          {planTexts.admin.change}
        </Button>
      )}
      {isEdited && has !== undefined && (
        <EmployeeDialog {...{ employee, offered, has }} onClose={() => setEdited(false)} />
      )}
    </li>
  );
}

type PositionsProps = { employee: AseEmployee; offered: readonly string[]; has: readonly string[] };

/** The change of an employee's positions, over those that the screen showed. */
const changeOf = ({ employee_id: id }: AseEmployee, has: readonly string[], positions: readonly string[]) => ({
  what: "employee_positions" as const,
  list: [{ employee_id: id, positions: [...positions] }],
  expected: [{ employee_id: id, positions: [...has] }],
});

const ticked = (positions: readonly string[], position: string, isOn: boolean) =>
  isOn ? [...positions, position] : positions.filter((one) => one !== position);

/** The positions beside a name: a press is stored at once. */
function Ticks({ employee, offered, has }: PositionsProps) {
  const saving = useTicking();
  async function tick(position: string, isOn: boolean) {
    const saved = await saving.run(changeOf(employee, has, ticked(has, position, isOn)));
    if (saved.status === "done" && saved.result.outcome === "changed")
      toast.error(planTexts.changedBy(saved.result.by ?? planTexts.somebody));
  }
  return (
    <fieldset className="flex flex-wrap gap-x-4" aria-label={labels.positionsOf(employee.employee_id)}>
      {offered.map((position) => (
        <TickField
          key={position}
          label={position}
          value={has.includes(position)}
          onChange={(isOn) => void tick(position, isOn)}
          error={undefined}
        />
      ))}
    </fieldset>
  );
}

function EmployeeDialog({ employee, offered, has, onClose }: PositionsProps & { onClose: () => void }) {
  const saving = useListSaving();
  const [expected] = useState(has);
  return (
    <FormDialog
      title={labels.positionsOf(employee.name ?? employee.employee_id)}
      description={labels.positionsOfText}
      submit={labels.save}
      initial={{ positions: [...expected] }}
      schema={v.object({ positions: v.array(v.string()) })}
      onSubmit={async ({ positions }) => {
        const answer = await saving.submit(changeOf(employee, expected, positions));
        if (answer.outcome === "changed") throw new SubmitError(planTexts.changedBy(answer.by ?? planTexts.somebody));
      }}
      failed={saving.failed}
      onClose={onClose}
    >
      {({ values, set }) => (
        <div>
          {offered.map((position) => (
            <TickField
              key={position}
              label={position}
              value={values.positions.includes(position)}
              onChange={(isOn) => set("positions", ticked(values.positions, position, isOn))}
              error={undefined}
            />
          ))}
        </div>
      )}
    </FormDialog>
  );
}
