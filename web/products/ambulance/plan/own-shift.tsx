import { useRef, useState } from "react";
import * as v from "valibot";
import type { OwnObjections, PlannedShift, ShiftOffer, ShiftPlace } from "#data/planned_shifts/queries.ts";
import { confirm } from "#shared/feedback/confirm.ts";
import { FormDialog } from "#shared/form/form-dialog.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { SubmitError } from "#shared/form/use-form.ts";
import { randomKey } from "#shared/random-key.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { useNow } from "#shared/use-now.ts";
import { freePlaces, objectionText, placeOf, shiftName } from "./plan-rules.ts";
import {
  refusalOf,
  useAbsence,
  useConfirmPlace,
  useLeave,
  useOfferAnswer,
  useOffering,
  useSignUp,
  useTakeBack,
} from "./plan-actions.ts";
import { planTexts } from "./plan-texts.ts";
import { ShiftCard } from "./shift-card.tsx";
import type { VehicleNames } from "./use-vehicle-names.ts";

const texts = planTexts.schedule;
const next = planTexts.next;

export type OwnShiftProps = {
  shift: PlannedShift;
  employeeId: string;
  objections: OwnObjections | undefined;
  vehicles: VehicleNames;
  hasDay?: boolean;
};

/** The states of an own place that is over, told on its shift. */
const TONES = {
  asked: "brand",
  assigned: "success",
  refused: "danger",
  left: "neutral",
  absent: "warning",
  removed: "danger",
  cancelled: "danger",
  lapsed: "neutral",
} as const satisfies Record<ShiftPlace["state"], string>;

/** A planned shift as an employee sees it, with what the employee may do there. */
export function OwnShift({ shift, employeeId, objections, vehicles, hasDay }: OwnShiftProps) {
  const place = placeOf(shift, employeeId);
  const isHeld = place?.state === "assigned" || place?.state === "asked";
  const isTold = isHeld || place?.state === "refused" || place?.state === "removed" || place?.state === "cancelled";
  return (
    <ShiftCard
      shift={shift}
      vehicles={vehicles}
      hasDay={hasDay ?? false}
      state={isTold ? <Badge tone={TONES[place.state]}>{texts.states[place.state]}</Badge> : undefined}
    >
      {!isHeld && typeof place?.reason === "string" && place.reason !== "" && (
        <p className="wrap-anywhere text-ink-soft">{place.reason}</p>
      )}
      <Presses {...{ shift, place, employeeId, objections }} />
    </ShiftCard>
  );
}

type PressesProps = Omit<OwnShiftProps, "vehicles" | "hasDay"> & { place: ShiftPlace | undefined };

/** What an employee may do on a shift now; nothing on one that is over or cancelled. */
export function Presses({ shift, place, employeeId, objections }: PressesProps) {
  const now = useNow();
  const box = useRef<HTMLDivElement>(null);
  const focus = () => box.current;
  if (shift.cancelled_at !== null || Date.parse(shift.ends_at) <= now) return null;
  const hasBegun = Date.parse(shift.starts_at) <= now;
  const own = shift.offers.find(({ employee_id: who }) => who === employeeId);
  const open = shift.offers.filter(
    (offer) =>
      offer.employee_id !== employeeId &&
      (offer.state === "agreed"
        ? offer.agreed_by === employeeId
        : offer.to_employee_id === null || offer.to_employee_id === employeeId),
  );
  const why = objections?.[shift.id];
  return (
    <div ref={box} tabIndex={-1} className="mt-2 grid gap-2 empty:hidden">
      {place?.state === "assigned" ? (
        <Held {...{ shift, place, offer: own, hasBegun, focus }} />
      ) : place?.state === "asked" ? (
        <TakeBack place={place} focus={focus} />
      ) : (
        <>
          {open.map((offer) => (
            <OfferLine key={offer.id} {...{ offer, employeeId, focus }} reasons={why?.reasons ?? []} />
          ))}
          {freePlaces(shift) > 0 && (!hasBegun || why?.was_asked === true) && (
            <SignUp {...{ shift, focus }} reasons={why?.reasons ?? []} isAsked={why?.was_asked ?? false} />
          )}
        </>
      )}
    </div>
  );
}

type Focus = { focus: () => HTMLElement | null };

/** `Sign up`, or why not. Too little rest is asked about. */
function SignUp(props: Focus & { shift: PlannedShift; reasons: readonly { code: string }[]; isAsked: boolean }) {
  const { shift, reasons, isAsked, focus } = props;
  const signing = useSignUp({ focus });
  if (reasons.length > 0) return <Reasons reasons={reasons} />;
  async function signUp() {
    const call = { shift: shift.id, placeId: randomKey() };
    const first = await signing.run({ ...call, accepted: [] });
    if (first.status !== "done" || first.result.outcome !== "warnings") return;
    const question = {
      title: texts.restTitle,
      description: texts.restText,
      confirmText: isAsked ? texts.accept : texts.signUp,
    };
    if (await confirm(question))
      await signing.run({
        ...call,
        accepted: (first.result.warnings ?? []).map(({ code }) => ({ code, reason: "" })),
      });
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      {isAsked && <p className="font-semibold">{next.youAreAsked}</p>}
      <Button
        variant="primary"
        pending={signing.isPending(shift.id)}
        aria-label={isAsked ? undefined : texts.signUpFor(shiftName(shift))}
        onClick={() => void signUp()}
      >
        {isAsked ? texts.accept : texts.signUp}
      </Button>
    </div>
  );
}

const Reasons = ({ reasons }: { reasons: readonly { code: string }[] }) => (
  <ul className="text-sm text-ink-soft">
    {reasons.map((reason) => (
      <li key={JSON.stringify(reason)} className="wrap-anywhere">
        {objectionText(reason, true)}
      </li>
    ))}
  </ul>
);

function TakeBack({ place, focus }: Focus & { place: ShiftPlace }) {
  const leaving = useTakeBack({ focus });
  return (
    <p className="flex flex-wrap items-center gap-3">
      {texts.asked}
      <Button
        size="small"
        pending={leaving.isPending(place.id)}
        onClick={() => void leaving.run({ place: place.id, eventId: randomKey(), step: "leave" })}
      >
        {texts.takeBack}
      </Button>
    </p>
  );
}

type HeldProps = Focus & {
  shift: PlannedShift;
  place: ShiftPlace;
  offer: ShiftOffer | undefined;
  hasBegun: boolean;
};

/** An own place: confirmed after a change, given away, left, or given up for an absence. */
function Held({ shift, place, offer, hasBegun, focus }: HeldProps) {
  const absence = useAbsence({ focus });
  const leaving = useLeave({ focus });
  const answering = useOfferAnswer({ focus });
  const [isOffering, setIsOffering] = useState(false);
  const step = () => ({ place: place.id, eventId: randomKey() });
  return (
    <>
      {place.confirmed_at === null && <Moved place={place} focus={focus} />}
      {offer !== undefined && <p className="font-semibold">{offerWords(offer)}</p>}
      <div className="flex flex-wrap gap-2">
        <Button pending={absence.isPending(place.id)} onClick={() => void absence.run({ ...step(), step: "absence" })}>
          {next.cannotCome}
        </Button>
        {offer !== undefined && (
          <Button
            pending={answering.isPending(offer.id)}
            onClick={() =>
              void answering.run({
                offer: offer.id,
                eventId: randomKey(),
                kind: "withdrawn",
                expected: offer.state,
                reason: null,
              })
            }
          >
            {texts.withdraw}
          </Button>
        )}
        {offer === undefined && !hasBegun && (
          <>
            <Button onClick={() => setIsOffering(true)}>{texts.offer}</Button>
            <Button
              pending={leaving.isPending(place.id)}
              onClick={() => void leaving.run({ ...step(), step: "leave" })}
            >
              {texts.leave}
            </Button>
          </>
        )}
      </div>
      {isOffering && <OfferDialog {...{ shift, place }} onClose={() => setIsOffering(false)} />}
    </>
  );
}

/** A shift whose time changed is confirmed by who has a place on it. */
function Moved({ place, focus }: Focus & { place: ShiftPlace }) {
  const confirming = useConfirmPlace({ focus });
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-control bg-warning-soft px-3 py-2">
      <p className="font-semibold text-warning">{next.moved}</p>
      <Button
        variant="primary"
        pending={confirming.isPending(place.id)}
        onClick={() => void confirming.run({ place: place.id, eventId: randomKey(), step: "confirm" })}
      >
        {next.confirm}
      </Button>
    </div>
  );
}

function offerWords(offer: ShiftOffer): string {
  if (offer.state === "agreed") return texts.agreedBy(offer.agreed_by ?? planTexts.somebody);
  return offer.to_employee_id === null ? texts.offeredLine : texts.offeredTo(offer.to_employee_id);
}

type OfferDialogProps = { shift: PlannedShift; place: ShiftPlace; onClose: () => void };

/** `Offer shift`: to one colleague, or to whoever may take it. */
function OfferDialog({ shift, place, onClose }: OfferDialogProps) {
  const offering = useOffering();
  const [id] = useState(randomKey);
  return (
    <FormDialog
      title={`${texts.offer} ${shiftName(shift)}`}
      description={texts.offerText}
      submit={texts.offer}
      initial={{ to: "" }}
      schema={v.object({ to: v.pipe(v.string(), v.trim(), v.maxLength(50)) })}
      onSubmit={async ({ to }) => {
        const answer = await offering.submit({ id, place_id: place.id, to_employee_id: to });
        const refusal = refusalOf(answer, true);
        if (refusal !== undefined) throw new SubmitError(refusal);
      }}
      failed={offering.failed}
      onClose={onClose}
    >
      {({ field }) => (
        <TextField
          label={texts.offerTo}
          hint={texts.offerToHint}
          optional
          maxLength={50}
          autoCapitalize="characters"
          autoComplete="off"
          {...field("to")}
        />
      )}
    </FormDialog>
  );
}

type OfferLineProps = Focus & { offer: ShiftOffer; employeeId: string; reasons: readonly { code: string }[] };

/** A colleague's offer: accepted, declined when it is to oneself, or withdrawn after one agreed. */
function OfferLine({ offer, employeeId, reasons, focus }: OfferLineProps) {
  const answering = useOfferAnswer({ focus });
  const who = offer.name ?? offer.employee_id;
  const press = (kind: "agreed" | "declined" | "withdrawn") => () =>
    void answering.run({ offer: offer.id, eventId: randomKey(), kind, expected: offer.state, reason: null });
  const pending = answering.isPending(offer.id);
  if (offer.state === "agreed")
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p>{texts.agreedLine(who)}</p>
        <Button size="small" pending={pending} onClick={press("withdrawn")}>
          {texts.withdrawAgreed}
        </Button>
      </div>
    );
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <p className="font-semibold">
          {offer.to_employee_id === employeeId ? texts.offersYou(who) : texts.offersAll(who)}
        </p>
        {reasons.length === 0 && (
          <Button variant="primary" pending={pending} onClick={press("agreed")}>
            {texts.accept}
          </Button>
        )}
        {offer.state === "proposed" && (
          <Button pending={pending} onClick={press("declined")}>
            {texts.decline}
          </Button>
        )}
      </div>
      {reasons.length > 0 && <Reasons reasons={reasons} />}
    </div>
  );
}
