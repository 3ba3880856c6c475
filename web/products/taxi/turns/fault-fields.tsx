import type { VehicleFault } from "#data/vehicle_faults/queries.ts";
import { TextArea } from "#shared/form/text-field.tsx";
import { TickField } from "#shared/form/tick-field.tsx";
import type { FormState } from "#shared/form/use-form.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { useNow } from "#shared/use-now.ts";
import type { TypedHandover } from "./turn-schema.ts";
import { turnTexts } from "./turn-texts.ts";

const labels = turnTexts.fault;

/** The faults of a car that somebody reported before. */
export function KnownFaults({ faults }: { faults: readonly VehicleFault[] }) {
  const now = useNow();
  if (faults.length === 0) return <p className="text-ink-soft">{turnTexts.take.knownNone}</p>;
  return (
    <section aria-label={turnTexts.take.known}>
      <h3 className="font-bold">{turnTexts.take.known}</h3>
      <ul className="mt-1 grid gap-2">
        {faults.map(({ id, text, severity, reported_at: at, reported_by: by }) => (
          <li key={id} className="rounded-control bg-sunken px-3 py-2">
            <p className="wrap-anywhere">{text}</p>
            <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
              <span className="wrap-anywhere">{labels.at(shortMoment(new Date(at), now), by)}</span>
              {severity === "not_to_be_driven" && <Badge tone="danger">{labels.forbidden}</Badge>}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is damaged, and whether the car may be driven. */
export function FaultFields({ form }: { form: FormState<TypedHandover> }) {
  return (
    <>
      <TextArea label={labels.text} required maxLength={2000} rows={2} {...form.field("text")} />
      <TickField label={labels.forbids} hint={labels.forbidsHint} {...form.field("forbids")} />
    </>
  );
}
