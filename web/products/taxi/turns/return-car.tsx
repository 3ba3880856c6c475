import { useRef, useState } from "react";
import type { KmWarning } from "#data/vehicle_turns/presses.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { NumberField } from "#shared/form/text-field.tsx";
import { TickField } from "#shared/form/tick-field.tsx";
import { SubmitError } from "#shared/form/use-form.ts";
import { randomKey } from "#shared/random-key.ts";
import { FaultFields } from "./fault-fields.tsx";
import { useReporting, useReturning, warningText } from "./turn-actions.ts";
import { handoverSchema, NO_HANDOVER } from "./turn-schema.ts";
import { turnTexts } from "./turn-texts.ts";

type ReturnProps = {
  turnId: string;
  name: string;
  /** Whether the turn has ended already, so that only the reading is asked. */
  isLate?: boolean;
  isRequired: boolean;
  onReturned?: () => void;
  onClose: () => void;
};

/** The sheet `Lämna Bil 3` (document 5 §4). Without a network it stays filled, and the return has the time of the first press. */
export function ReturnCar({ turnId, name, isLate = false, isRequired, onReturned, onClose }: ReturnProps) {
  const action = useReturning();
  const [ids] = useState(() => ({ event: randomKey(), fault: randomKey() }));
  const pressedAt = useRef<string>(undefined);
  const [warnings, setWarnings] = useState<readonly KmWarning[]>([]);
  const [hasFailed, setHasFailed] = useState(false);
  const labels = turnTexts.leave;
  const submit = isLate ? turnTexts.lost.save : labels.submit;
  return (
    <FormDialog
      title={isLate ? turnTexts.lost.title(name) : labels.title(name)}
      description={isLate ? turnTexts.lost.about : labels.about}
      submit={hasFailed ? labels.again : warnings.length > 0 ? labels.anyway : submit}
      initial={NO_HANDOVER}
      schema={handoverSchema({ startKm: false, endKm: isRequired || isLate }, ids.fault)}
      onSubmit={async ({ endKm, faults }) => {
        pressedAt.current ??= new Date().toISOString();
        const accepted = warnings.map(({ code }) => code);
        setHasFailed(true);
        const answer = await action.submit({
          turnId,
          eventId: ids.event,
          at: pressedAt.current,
          endKm,
          faults,
          accepted,
        });
        setHasFailed(false);
        if (answer.outcome === "warnings") {
          setWarnings([...warnings, ...answer.warnings]);
          throw new SubmitError(warningText(answer.warnings));
        }
        if (answer.outcome === "returned") onReturned?.();
      }}
      failed={action.failed}
      onClose={onClose}
    >
      {(form) => (
        <>
          <NumberField
            label={turnTexts.take.km}
            required={isRequired || isLate}
            optional={!(isRequired || isLate)}
            inputMode="numeric"
            {...form.field("endKm")}
          />
          <TickField label={turnTexts.take.sees} {...form.field("seesFault")} />
          {form.values.seesFault && <FaultFields form={form} />}
        </>
      )}
    </FormDialog>
  );
}

type ReportProps = { vehicleId: string; turnId: string | undefined; name: string; onClose: () => void };

/** The sheet of a fault. Without a network it stays filled. */
export function ReportFault({ vehicleId, turnId, name, onClose }: ReportProps) {
  const action = useReporting();
  const [faultId] = useState(randomKey);
  const [hasFailed, setHasFailed] = useState(false);
  const labels = turnTexts.fault;
  return (
    <FormDialog
      title={labels.title(name)}
      description={labels.about}
      submit={hasFailed ? turnTexts.leave.again : labels.submit}
      initial={{ ...NO_HANDOVER, seesFault: true }}
      schema={handoverSchema({ startKm: false, endKm: false }, faultId)}
      onSubmit={async ({ faults: [fault] }) => {
        setHasFailed(true);
        if (fault !== undefined) await action.submit({ vehicleId, turnId, fault });
      }}
      failed={action.failed}
      onClose={onClose}
    >
      {(form) => <FaultFields form={form} />}
    </FormDialog>
  );
}
