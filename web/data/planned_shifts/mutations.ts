/** What people do to the ambulance's plan (document 5 §7). Each call may be sent again with its key. */
import type { ActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import type { Json } from "../database.gen.ts";
import { definePersonMutation } from "../define-mutation.ts";
import { type Objection, type OfferState, type PlaceState, plannedShiftQueries, type ShiftRow } from "./queries.ts";

/** The generated types lack null. */
const orNull = <Value>(value: Value | null) => value as Value;

/** The outcome of a rule: what came of it, or why nothing did. */
export type PlanAnswer = {
  outcome: string;
  now?: Json;
  by?: string | null;
  reasons?: Objection[];
  warnings?: Objection[];
  until?: string;
};

const planMutation = <Input>(call: (acting: ActingPerson, input: Input) => Promise<Json>) =>
  definePersonMutation(
    async (acting: ActingPerson, input: Input) => (await call(acting, input)) as unknown as PlanAnswer,
    [plannedShiftQueries.all],
  );

/** The fields of a shift that the admin sets; publishing and cancelling have no moment but now. */
export type ShiftChange = { id: string } & Partial<Omit<ShiftRow, "id">>;

export const useSaveShifts = planMutation(
  (acting, { shifts, expected }: { shifts: ShiftChange[]; expected: Record<string, Partial<ShiftRow>> }) =>
    ask(acting, (client) => client.rpc("save_planned_shifts", { shifts, expected, acting_as: acting.id })),
);

export const useAskForShift = planMutation(
  (acting, input: { shift: string; placeId: string; accepted: { code: string; reason: string }[] }) =>
    ask(acting, (client) =>
      client.rpc("ask_for_shift", {
        shift_id: input.shift,
        place_id: input.placeId,
        accepted: input.accepted,
        acting_as: acting.id,
      }),
    ),
);

export type PlaceStep = {
  place: string;
  eventId: string;
  step: "confirm" | "absence" | "leave" | "remove";
  /** Why; an absence is never asked for its reason. */
  reason?: string | null;
};

/** What is done to a place: confirmed, left, given up for an absence, or taken by the admin. */
export const useStepOnPlace = planMutation((acting, input: PlaceStep) =>
  ask(acting, (client) => {
    const call = { place_id: input.place, event_id: input.eventId, acting_as: acting.id };
    if (input.step === "confirm") return client.rpc("confirm_place", call);
    if (input.step === "absence") return client.rpc("report_absence", call);
    const reasoned = { ...call, reason: orNull(input.reason ?? null) };
    return input.step === "leave" ? client.rpc("leave_shift", reasoned) : client.rpc("remove_place", reasoned);
  }),
);

export const useAssignPlace = planMutation(
  (
    acting,
    input: {
      shift: string;
      placeId: string;
      employee: string;
      expected: PlaceState | null;
      reason: string | null;
    },
  ) =>
    ask(acting, (client) =>
      client.rpc("assign_place", {
        shift_id: input.shift,
        place_id: input.placeId,
        employee_id: input.employee,
        expected: orNull<string>(input.expected),
        reason: orNull(input.reason),
        acting_as: acting.id,
      }),
    ),
);

export const useDecidePlace = planMutation(
  (acting, input: { place: string; eventId: string; approve: boolean; reason: string | null }) =>
    ask(acting, (client) =>
      client.rpc("decide_place", {
        place_id: input.place,
        event_id: input.eventId,
        expected: "asked",
        approve: input.approve,
        reason: orNull(input.reason),
        acting_as: acting.id,
      }),
    ),
);

export const useAskPerson = planMutation((acting, input: { shift: string; employee: string; eventId: string }) =>
  ask(acting, (client) =>
    client.rpc("ask_person", {
      shift_id: input.shift,
      employee_id: input.employee,
      event_id: input.eventId,
      acting_as: acting.id,
    }),
  ),
);

export const useOfferPlace = planMutation((acting, offer: { id: string; place_id: string; to_employee_id: string }) =>
  ask(acting, (client) => client.rpc("offer_place", { offer, acting_as: acting.id })),
);

export type OfferStep = {
  offer: string;
  eventId: string;
  kind: "agreed" | "declined" | "withdrawn" | "approved" | "refused";
  expected: OfferState;
  reason: string | null;
};

export const useAnswerOffer = planMutation((acting, input: OfferStep) =>
  ask(acting, (client) =>
    client.rpc("answer_offer", {
      offer_id: input.offer,
      event_id: input.eventId,
      kind: input.kind,
      expected: input.expected,
      reason: orNull(input.reason),
      acting_as: acting.id,
    }),
  ),
);
