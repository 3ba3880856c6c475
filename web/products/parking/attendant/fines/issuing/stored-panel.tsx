import { Check } from "lucide-react";
import { useNavigate } from "react-router";
import { useEffect, useRef } from "react";
import { DELIVERIES, type Delivery } from "#contract/cases.ts";
import { defineAttendantMutation } from "#data/define-mutation.ts";
import type { CaseEvent, RecordedEvent, StoredFine } from "#data/fines/mutations.ts";
import { fineQueries } from "#data/fines/queries.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { confirm } from "#shared/feedback/confirm.ts";
import { paths, type ProjectId } from "#shared/paths.ts";
import { randomKey } from "#shared/random-key.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { fineTexts } from "../fine-texts.ts";
import { deliver, deliverOffline } from "./deliver.ts";
import { queueTexts } from "../../queue/queue-texts.ts";
import { photoTexts } from "#parking/kernel/photos/photo-texts.ts";
import { StoredPhotos } from "../photos/stored-photos.tsx";
import { CaseStatusBadges } from "#parking/kernel/case/case-status.tsx";
import type { Session } from "#session/store.ts";
import type { PhotoSending } from "../photos/use-photo-sending.ts";
import "../pinned.css";

const useDelivery = defineAction<CaseEvent, RecordedEvent>({
  mutation: defineAttendantMutation(deliver, [fineQueries.all]),
  withoutNetwork: deliverOffline,
  thing: ({ fineId }) => fineId,
  done: () => fineTexts.delivered,
  failed: () => fineTexts.deliverFailed,
});

/** Until they are sent, the photos' files exist only in this page. */
const LEAVING = {
  title: photoTexts.leaveTitle,
  description: photoTexts.leaveText,
  confirmText: photoTexts.leave,
  cancelText: photoTexts.stay,
  danger: true,
} as const;

/** The look of the given answer. The button for the next car, below it, is louder. */
const CHOSEN = { borderColor: "var(--brand)", background: "var(--brand-soft)" };

/** Screens on which form and panel stand below each other. The choices are fixed to the lower edge there, in reach of a thumb. */
const PHONE = "(width < 64rem)";

/** Makes the browser ask before it leaves the page. */
function useWarningBeforeUnload(isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isAsked]);
}

type StoredPanelProps = {
  fine: StoredFine;
  project: ProjectId;
  session: Session;
  /** Whether a correction is running: a press before its answer would be about the old fine. */
  isCorrecting: boolean;
  /** Called with how the fine reached its driver. */
  onDelivered: (delivery: Delivery) => void;
  sending: Partial<PhotoSending> & { again: () => unknown; handOver: (fine: StoredFine) => Promise<boolean> };
};

/** The panel after a fine is stored: how it reached its driver, its photos on their way, and the next car (document 4 §5). */
export function StoredPanel({ fine, project, session, isCorrecting, onDelivered, sending }: StoredPanelProps) {
  const navigate = useNavigate();
  const { run, isPending } = useDelivery();
  const latest = useRef<{ delivery: Delivery; id: string }>(undefined);
  const isLosable = sending.isKept !== true && (sending.isRunning === true || sending.hasFailed === true);
  useWarningBeforeUnload(isLosable);

  async function handleDelivery(delivery: Delivery) {
    // Another choice is another event, even when it returns to the first choice.
    if (latest.current?.delivery !== delivery) latest.current = { delivery, id: randomKey() };
    const eventId = latest.current.id;
    const outcome = await run({
      fineId: fine.id,
      eventId,
      kind: "delivered",
      expectedEvent: fine.last_event,
      data: { delivery },
    });
    if (outcome.status !== "done") return;
    onDelivered(delivery);
    // On the street the next car comes now; at a desk the notice may still be needed.
    if (matchMedia(PHONE).matches) await handleNext();
  }

  async function handleNext() {
    // The next car does not wait for photos: the device's queue sends them.
    if (isLosable && !(await sending.handOver(fine)) && !(await confirm(LEAVING))) return;
    void navigate(paths.attendantDashboard(project));
  }

  return (
    <Card as="section" aria-labelledby="stored" className="mb-6">
      <CardHeader title={fineTexts.stored} id="stored" description={fineTexts.storedMore(fine.case_number)} />
      {fine.was_offline && <p className="mb-4 font-semibold">{queueTexts.keptFine}</p>}
      {fine.status !== "issued" && (
        <p className="mb-4">
          <CaseStatusBadges status={fine.status} mustBeReviewed={false} />
        </p>
      )}
      <DeliveryChoices
        fine={fine}
        isPending={isPending(fine.id) || isCorrecting}
        onChoose={(delivery) => void handleDelivery(delivery)}
      />
      <PhotoState sending={sending} />
      {sending.isRunning === true ? PHOTOS_ROOM : <StoredPhotos {...{ fine, session }} />}
      <Button
        wide
        size="large"
        // Loud is what comes next: how the fine reached its driver, then the next car.
        variant={fine.delivery === null ? "secondary" : "primary"}
        className="mt-4"
        pending={isCorrecting}
        onClick={() => void handleNext()}
      >
        {fineTexts.nextCar}
      </Button>
    </Card>
  );
}

type DeliveryChoicesProps = { fine: StoredFine; isPending: boolean; onChoose: (delivery: Delivery) => void };

/** The ways in which the fine can reach its driver; the given answer is marked. */
const DeliveryChoices = ({ fine, isPending, onChoose }: DeliveryChoicesProps) => (
  <div className="delivery-choices">
    {DELIVERIES.map((delivery) => (
      <Button
        key={delivery}
        size="large"
        variant={fine.delivery === null && delivery === "fixed" ? "primary" : "secondary"}
        aria-pressed={fine.delivery === delivery}
        style={fine.delivery === delivery ? CHOSEN : undefined}
        pending={isPending}
        // The second press of a double press on `Generera` lands here, on the same place.
        onClick={(event) => event.detail < 2 && onChoose(delivery)}
      >
        {fine.delivery === delivery && <Check aria-hidden="true" />}
        {fineTexts.delivery[delivery]}
      </Button>
    ))}
  </div>
);

/** The height of the photos that are folded here later. */
const PHOTOS_ROOM = <div className="mt-2 min-h-11" />;

/** An empty panel while the fine is being stored, so that nothing moves under a finger when the real one comes. */
export function StoredPanelRoom({ caseNumber, hasPhotos }: { caseNumber: string; hasPhotos: boolean }) {
  return (
    <Card aria-hidden="true" className="mb-6 animate-pulse">
      <div style={{ visibility: "hidden" }}>
        <CardHeader title={fineTexts.stored} description={fineTexts.storedMore(caseNumber)} />
        <div className="delivery-choices">
          {DELIVERIES.map((delivery) => (
            <Button key={delivery} size="large">
              {fineTexts.delivery[delivery]}
            </Button>
          ))}
        </div>
        {hasPhotos && <p className="mt-4">{ROOM}</p>}
        {PHOTOS_ROOM}
        <Button wide size="large" className="mt-4">
          {fineTexts.nextCar}
        </Button>
      </div>
    </Card>
  );
}

/** An empty line. */
const ROOM = "\u00A0";

function PhotoState({ sending }: Pick<StoredPanelProps, "sending">) {
  const { done, all, isRunning, hasFailed } = sending;
  if (done === undefined || all === undefined) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <output className="font-semibold">
        {hasFailed === true && photoTexts.failed(all - done)}
        {isRunning === true && photoTexts.sending(done, all)}
        {done === all && photoTexts.sent(all)}
      </output>
      {hasFailed === true && (
        <Button size="small" onClick={() => void sending.again()}>
          {photoTexts.again}
        </Button>
      )}
    </div>
  );
}
