import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useChangeViolation, useOrderViolations, type ViolationSave } from "#data/violations/mutations.ts";
import type { Violation } from "#data/violations/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { movedIds, type TypedViolation } from "./rules/violation-schema.ts";
import { settingsTexts } from "./settings-texts.ts";
import { ViolationForm } from "./violation-form.tsx";
import { ViolationRow } from "./violation-row.tsx";

const texts = settingsTexts.violations;
const NEW = "new";
/** The part of the settings that a link of their contents leads to. */
const PART = {
  id: "violations",
  tabIndex: -1,
  "aria-labelledby": "violations-title",
  className: "scroll-mt-4",
} as const;

const useOrder = defineAction({
  mutation: useOrderViolations,
  done: () => undefined,
  failed: () => texts.moveFailed,
});

type Activation = { read: Violation; changes: { is_active: boolean } };
const useActivation = defineAction<Activation, ViolationSave>({
  mutation: useChangeViolation,
  thing: ({ read }) => read.id,
  done: ({ outcome }, { changes }) => {
    if (outcome === "changed") return { text: texts.activeFailed, description: texts.changedMeanwhile, kind: "error" };
    return changes.is_active ? texts.activated : texts.deactivated;
  },
  failed: () => texts.activeFailed,
});

type ViolationsProps = {
  project: string;
  violations: readonly Violation[];
  /** The site's highest amount of a fine; null when it has no maximum of its own. */
  siteMost: number | null;
  /** Passes the typed values of the violation under edit, and whether they differ; undefined when none is edited. */
  onType: (typed: TypedViolation | undefined, isChanged: boolean) => void;
};

/** The violations of a site, in the order of its attendants' list: add, change, move and deactivate, but never remove (document 4 §5). */
export function Violations({ project, violations, siteMost, onType }: ViolationsProps) {
  const [editing, setEditing] = useState<string>();
  const section = useRef<HTMLDivElement>(null);
  const order = useOrder();
  const activation = useActivation();
  const ids = violations.map(({ id }) => id);

  function handleClose() {
    setEditing(undefined);
    onType(undefined, false);
    // The pressed button is gone with its form.
    section.current?.focus({ preventScroll: true });
  }

  const form = (read: Violation | undefined) => (
    <ViolationForm
      project={project}
      read={read}
      sortOrder={Math.max(0, ...violations.map(({ sort_order }) => sort_order)) + 1}
      siteMost={siteMost}
      onType={onType}
      onClose={handleClose}
    />
  );
  return (
    <Card as="section" ref={section} {...PART}>
      <CardHeader title={texts.title} id="violations-title" description={texts.description} />
      {violations.length === 0 && <p className="mb-3 text-ink-soft">{texts.none}</p>}
      <ul aria-label={texts.list} className="grid gap-3">
        {violations.map((violation, index) =>
          editing === violation.id ? (
            <li key={violation.id}>{form(violation)}</li>
          ) : (
            <ViolationRow
              key={violation.id}
              violation={violation}
              isPending={activation.isPending(violation.id) || order.isPending()}
              mayEdit={editing === undefined}
              isFirst={index === 0}
              isLast={index === violations.length - 1}
              onEdit={() => setEditing(violation.id)}
              onMove={(by) => void order.run({ project, ids: movedIds(ids, violation.id, by) })}
              onActivate={(is_active) => void activation.run({ read: violation, changes: { is_active } })}
            />
          ),
        )}
        <OtherRow />
      </ul>
      <div className="mt-4">
        {editing === NEW ? form(undefined) : editing === undefined && <AddButton onPress={() => setEditing(NEW)} />}
      </div>
    </Card>
  );
}

/** `Övrigt` has no row in the table and is always the last choice. */
function OtherRow() {
  return (
    <li className="rounded-control border border-dashed border-line p-4">
      <p className="font-semibold">{texts.other}</p>
      <p className="text-ink-soft">{texts.otherMore}</p>
    </li>
  );
}

function AddButton({ onPress }: { onPress: () => void }) {
  return (
    <Button size="small" onClick={onPress}>
      <Plus aria-hidden="true" />
      {texts.add}
    </Button>
  );
}
