import type { VehicleFault } from "#data/vehicle_faults/queries.ts";
import { loadCode } from "#shared/feedback/load-code.ts";
import { TextArea } from "#shared/form/text-field.tsx";
import { TickField } from "#shared/form/tick-field.tsx";
import type { FormState } from "#shared/form/use-form.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { useLazyCode } from "#shared/use-lazy-code.ts";
import { useNow } from "#shared/use-now.ts";
import type { TypedHandover } from "./turn-schema.ts";
import { turnTexts } from "./turn-texts.ts";

const labels = turnTexts.fault;
/** Photos have code of their own, which a chauffeur who sees no fault does not fetch. */
const loadPhotos = loadCode(() => import("./fault-photos.tsx"));

/** The photos of a reported fault. */
export function PhotosOf({ fault }: { fault: VehicleFault }) {
  return fault.photos.length === 0 ? null : <Photos fault={fault} />;
}

function Photos({ fault }: { fault: VehicleFault }) {
  const code = useLazyCode(loadPhotos);
  // The room of the photos is there before them.
  return <div className="mt-2 min-h-18">{code && <code.FaultPhotos fault={fault} />}</div>;
}

/** The faults of a car that somebody reported before. */
export function KnownFaults({ faults }: { faults: readonly VehicleFault[] }) {
  const now = useNow();
  if (faults.length === 0) return <p className="text-ink-soft">{turnTexts.take.knownNone}</p>;
  return (
    <section aria-label={turnTexts.take.known}>
      <h3 className="font-bold">{turnTexts.take.known}</h3>
      <ul className="mt-1 grid gap-2">
        {faults.map((fault) => (
          <li key={fault.id} className="rounded-control bg-sunken px-3 py-2">
            <p className="wrap-anywhere">{fault.text}</p>
            <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
              <span className="wrap-anywhere">
                {labels.at(shortMoment(new Date(fault.reported_at), now), fault.reported_by)}
              </span>
              {fault.severity === "not_to_be_driven" && <Badge tone="danger">{labels.forbidden}</Badge>}
            </p>
            <PhotosOf fault={fault} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is damaged, and whether the car may be driven. */
export function FaultFields({ form }: { form: FormState<TypedHandover> }) {
  const code = useLazyCode(loadPhotos);
  return (
    <>
      <TextArea label={labels.text} required maxLength={2000} rows={2} {...form.field("text")} />
      {code && <code.FaultPhotosField photos={form.values.photos} onChange={(photos) => form.set("photos", photos)} />}
      <TickField label={labels.forbids} hint={labels.forbidsHint} {...form.field("forbids")} />
    </>
  );
}
