import type { UnitStatusEvent } from "#data/unit_status_events/queries.ts";
import { unitStatusEventQueries } from "#data/unit_status_events/queries.ts";
import type { Unit } from "#data/units/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { Dialog } from "#shared/ui/dialog.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { useStatusName } from "../parts/statuses.tsx";
import { unitTexts } from "../unit-texts.ts";

const { history: texts } = unitTexts;

/** The words of causes that nobody would guess from the two statuses. */
const CAUSES: Record<string, (from: string, to: string) => string> = {
  clock: texts.clock,
  undo: texts.undone,
  call: texts.call,
  all_off: texts.allOff,
};

/** The event in words. */
export function whatOf(
  { cause, from_status, to_status }: Pick<UnitStatusEvent, "cause" | "from_status" | "to_status">,
  nameOf: (code: string) => string,
): string {
  const to = nameOf(to_status);
  if (from_status === null) return texts.added(to);
  return cause === "checked" ? texts.checked(to) : (CAUSES[cause] ?? texts.became)(nameOf(from_status), to);
}

/** The history of a unit: each status, with its person and time. The list follows the unit while it is open. */
export function UnitHistory({ unit, onClose }: { unit: Unit; onClose: () => void }) {
  const nameOf = useStatusName();
  const query = useQuery(unitStatusEventQueries.ofUnit(unit.id, unit.updated_at));
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={texts.open(unit.unit_number)}
      description={texts.about}
      width="normal"
    >
      <StateView query={query} failed={texts.failed} empty={texts.none}>
        {(events) => (
          <table className="w-full text-left max-sm:text-sm">
            <thead className="text-sm text-ink-soft">
              <tr>
                {[texts.time, texts.what, texts.who].map((column) => (
                  <th key={column} scope="col" className="py-1 pr-4 font-semibold">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {events.map((event) => (
                <tr key={event.id} className="border-t border-line align-baseline">
                  <td className="py-2 pr-4 whitespace-nowrap tabular-nums">
                    <time dateTime={event.at}>{formatDateTime(event.at)}</time>
                  </td>
                  <td className="py-2 pr-4 wrap-anywhere">{whatOf(event, nameOf)}</td>
                  <td className="min-w-16 py-2 wrap-anywhere">{event.by ?? texts.nobody}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </StateView>
    </Dialog>
  );
}
