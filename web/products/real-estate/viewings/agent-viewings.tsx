import { CalendarPlus } from "lucide-react";
import { useState } from "react";
import { useListInterval } from "#data/live.ts";
import { useQuery } from "#data/use-query.ts";
import { useLiveViewings } from "#data/viewings/live.ts";
import { useSetViewing } from "#data/viewings/mutations.ts";
import { type Viewing, viewingQueries } from "#data/viewings/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { paths } from "#shared/paths.ts";
import { randomKey } from "#shared/random-key.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button, ButtonLink } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { spanOf } from "../parts/span-of.ts";
import { ViewingFormDialog, viewingTold } from "./viewing-form-dialog.tsx";
import { viewingTexts } from "../visit-texts.ts";

const texts = viewingTexts.agent;

/** The viewings of a property as its agents keep them (document 5 §5). */
export function AgentViewings({ propertyId, agent }: { propertyId: string; agent: string }) {
  const query = useQuery({ ...viewingQueries.ofProperty(propertyId, true), refetchInterval: useListInterval() });
  const [form, setForm] = useState<{ viewing: Viewing | undefined }>();
  useLiveViewings(propertyId);
  return (
    <div className="grid gap-4">
      <Button variant="primary" className="justify-self-start" onClick={() => setForm({ viewing: undefined })}>
        <CalendarPlus aria-hidden="true" />
        {texts.add}
      </Button>
      <StateView query={query} failed={viewingTexts.loadFailed} empty={<EmptyState text={viewingTexts.none} />}>
        {(viewings) => (
          <ul aria-label={viewingTexts.list} className="divide-y divide-line border-y border-line">
            {viewings.map((viewing) => (
              <Row key={viewing.id} viewing={viewing} agent={agent} onChange={() => setForm({ viewing })} />
            ))}
          </ul>
        )}
      </StateView>
      {form !== undefined && (
        <ViewingFormDialog
          propertyId={propertyId}
          viewing={form.viewing}
          agent={agent}
          onClose={() => setForm(undefined)}
        />
      )}
    </div>
  );
}

const useCancel = defineAction({
  mutation: useSetViewing,
  thing: ({ viewing }) => viewing.id,
  done: (answer) => viewingTold(answer, texts.isCancelled),
  ask: ({ viewing }) => ({
    title: texts.cancelTitle(spanOf({ starts_at: viewing.starts_at ?? "", ends_at: viewing.ends_at ?? "" })),
    description: texts.cancelText,
    confirmText: texts.cancel,
    danger: true,
  }),
  failed: () => texts.failed,
});

function Row({ viewing, agent, onChange }: { viewing: Viewing; agent: string; onChange: () => void }) {
  const cancel = useCancel();
  const span = spanOf(viewing);
  const { id, property_id: propertyId, places, places_left: left, starts_at: start, ends_at: end } = viewing;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold tabular-nums">
          {viewing.cancelled_at === null ? span : <s className="text-ink-soft">{span}</s>}
          {viewing.cancelled_at !== null && <Badge tone="danger">{viewingTexts.cancelled}</Badge>}
        </p>
        {viewing.note !== "" && <p className="wrap-anywhere whitespace-pre-line">{viewing.note}</p>}
        <p className="text-sm text-ink-soft">
          {places === null || left === null ? texts.noLimit : texts.taken(places - left, places)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ButtonLink size="small" aria-label={texts.printNamed(span)} to={paths.viewingList(propertyId, id)}>
          {texts.print}
        </ButtonLink>
        {viewing.cancelled_at === null && (
          <>
            <Button size="small" aria-label={texts.changeNamed(span)} onClick={onChange}>
              {texts.change}
            </Button>
            <Button
              size="small"
              aria-label={texts.cancelNamed(span)}
              pending={cancel.isPending(id)}
              onClick={() =>
                void cancel.run({
                  // The times are named for the question; they are those that the screen shows.
                  viewing: { id, property_id: propertyId, starts_at: start, ends_at: end, is_cancelled: true },
                  eventId: randomKey(),
                  expected: { starts_at: start, ends_at: end, is_cancelled: false },
                  agent,
                })
              }
            >
              {texts.cancel}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
