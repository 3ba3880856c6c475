import { type ReactNode, useRef, useState } from "react";
import type { Objection, PlannedShift, ShiftOffer, ShiftPlace } from "#data/planned_shifts/queries.ts";
import { randomKey } from "#shared/random-key.ts";
import { Button } from "#shared/ui/button.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { objectionText, shiftName } from "./plan-rules.ts";
import { useDeciding, useOfferAnswer } from "./plan-actions.ts";
import { planTexts } from "./plan-texts.ts";
import { ReasonDialog } from "./reason-dialog.tsx";
import { ShiftCard } from "./shift-card.tsx";
import { Takers } from "./takers.tsx";
import { useRequests } from "./use-requests.ts";
import { useVehicleNames, type VehicleNames } from "./use-vehicle-names.ts";

const texts = planTexts.admin;

/** `Requests`: who has not confirmed a changed time, who has signed up, and who agreed to take over. */
export function Requests() {
  const query = useRequests();
  const vehicles = useVehicleNames();
  return (
    <StateView
      query={query}
      failed={planTexts.loadFailed}
      empty={texts.noRequests}
      isEmpty={({ count }) => count === 0}
    >
      {({ unconfirmed, asked, agreed }) => (
        <div className="grid gap-6">
          <Titled title={texts.unconfirmedTitle} count={unconfirmed.length}>
            {unconfirmed.map(({ shift, place }) => (
              <ShiftCard key={place.id} {...{ shift, vehicles }} hasDay state={false} people={<Who of={place} />} />
            ))}
          </Titled>
          <Titled title={texts.askedTitle} count={asked.length}>
            {asked.map(({ shift, place }) => (
              <Asked key={place.id} {...{ shift, place, vehicles }} />
            ))}
          </Titled>
          <Titled title={texts.agreedTitle} count={agreed.length}>
            {agreed.map(({ shift, offer }) => (
              <Agreed key={offer.id} {...{ shift, offer, vehicles }} />
            ))}
          </Titled>
        </div>
      )}
    </StateView>
  );
}

function Titled({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return count === 0 ? null : (
    <section aria-label={title}>
      <h2 className="mb-2 text-xl font-bold">{title}</h2>
      <ul className="grid items-start gap-3 lg:grid-cols-2">{children}</ul>
    </section>
  );
}

const nameOf = ({ name, employee_id: who }: Pick<ShiftPlace, "name" | "employee_id">) => name ?? who;

const Who = ({ of }: { of: ShiftPlace }) => <p className="font-semibold wrap-anywhere">{nameOf(of)}</p>;

type Decision = { approve: boolean; reason: string | null };
type DecideProps = {
  who: string;
  /** A further button. */
  more?: ReactNode;
  isPending: boolean;
  /** Decides; gives why the person may not have the place, where the admin has to say why all the same. */
  decide: (decision: Decision) => Promise<readonly Objection[] | undefined>;
};

/** `Approve` and `Refuse`; whoever is not eligible is approved with a reason, as every refusal has one. */
function Decide({ who, more, isPending, decide }: DecideProps) {
  const [asked, setAsked] = useState<{ approve: boolean; reasons: readonly Objection[] }>();
  const box = useRef<HTMLDivElement>(null);
  async function approve() {
    const reasons = await decide({ approve: true, reason: null });
    if (reasons !== undefined) setAsked({ approve: true, reasons });
  }
  return (
    <div ref={box} tabIndex={-1} className="mt-2 flex flex-wrap gap-2">
      <Button
        size="small"
        variant="primary"
        aria-label={texts.approveNamed(who)}
        pending={isPending}
        onClick={() => void approve()}
      >
        {texts.approve}
      </Button>
      <Button
        size="small"
        aria-label={texts.refuseNamed(who)}
        onClick={() => setAsked({ approve: false, reasons: [] })}
      >
        {texts.refuse}
      </Button>
      {more}
      {asked !== undefined && (
        <ReasonDialog
          title={asked.approve ? texts.approveTitle : texts.refuseTitle}
          text={
            asked.approve ? asked.reasons.map((reason) => objectionText(reason, false)).join(". ") : texts.refuseText
          }
          submit={asked.approve ? texts.approve : texts.refuse}
          isDanger={!asked.approve}
          onSubmit={(reason) => decide({ approve: asked.approve, reason })}
          failed={() => planTexts.schedule.failed}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

type AskedProps = { shift: PlannedShift; place: ShiftPlace; vehicles: VehicleNames };

function Asked({ shift, place, vehicles }: AskedProps) {
  const deciding = useDeciding();
  const [isCompared, setCompared] = useState(false);
  return (
    <ShiftCard shift={shift} vehicles={vehicles} hasDay people={<Who of={place} />}>
      <Decide
        who={nameOf(place)}
        more={
          // Rest and hours of who has signed up, beside those of others.
          <Button size="small" aria-label={texts.takersOf(shiftName(shift))} onClick={() => setCompared(true)}>
            {texts.takers}
          </Button>
        }
        isPending={deciding.isPending(place.id)}
        decide={async (decision) => {
          const outcome = await deciding.run({ place: place.id, eventId: randomKey(), ...decision });
          return outcome.status === "done" && outcome.result.outcome === "not_eligible"
            ? (outcome.result.reasons ?? [])
            : undefined;
        }}
      />
      {isCompared && <Takers shift={shift} onClose={() => setCompared(false)} />}
    </ShiftCard>
  );
}

type AgreedProps = { shift: PlannedShift; offer: ShiftOffer; vehicles: VehicleNames };

function Agreed({ shift, offer, vehicles }: AgreedProps) {
  const answering = useOfferAnswer();
  const by = offer.agreed_by ?? planTexts.somebody;
  return (
    <ShiftCard
      shift={shift}
      vehicles={vehicles}
      hasDay
      state={false}
      people={<p className="font-semibold wrap-anywhere">{texts.takesOver(by, nameOf(offer))}</p>}
    >
      <Decide
        who={by}
        isPending={answering.isPending(offer.id)}
        decide={async ({ approve, reason }) => {
          const outcome = await answering.run({
            offer: offer.id,
            eventId: randomKey(),
            kind: approve ? "approved" : "refused",
            expected: offer.state,
            reason,
          });
          return outcome.status === "done" && outcome.result.outcome === "not_eligible" && reason === null
            ? (outcome.result.reasons ?? [])
            : undefined;
        }}
      />
    </ShiftCard>
  );
}
