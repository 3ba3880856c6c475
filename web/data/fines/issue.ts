/** Issuing fines: the functions of the database that an attendant calls (document 4 §4). Each may be repeated with the same ids. */
import { getClient } from "../client.ts";
import type { Json } from "../database.gen.ts";
import { defineMutation } from "../define-mutation.ts";
import { unwrap } from "../unwrap.ts";

export type PhotoCategory = "car" | "plate" | "sign" | "notice";

/** A photo as its fine lists it; the file follows. */
export type ListedPhoto = {
  id: string;
  path: string;
  sha256: string;
  taken_at: string;
  category: PhotoCategory | null;
};

/** What the caller says of a fine: the columns of document 4 §3. */
export type NewFine = {
  id: string;
  project_id: string | null;
  kind: "ticket" | "report";
  /** Left out, the database gives one. */
  case_number?: string;
  parking_id?: string;
  plate: string;
  car_model: string;
  car_color: string;
  street: string;
  discord_username: string | null;
  violation_id: string | null;
  violation_text: string;
  amount: number;
  due_date: string;
  notes: string;
  issued_at: string;
  photos: ListedPhoto[];
};

export type Delivery = "fixed" | "handed" | "not_delivered";

/** A fine as the database answers it. */
export type StoredFine = {
  id: string;
  case_number: string;
  public_key: string;
  amount: number;
  due_date: string;
  observed_from: string;
  issued_at: string;
  violation_code: string;
  delivery: Delivery | null;
  last_event: string;
};

/** What must be accepted with a reason before the fine is stored. */
export type FineWarning = {
  code: string;
  until?: string;
  minutes?: number;
  similar?: { plate: string; until: string }[];
  maximum?: number;
  wanted?: number;
  latest?: string;
  times?: number;
};

export type Accepted = { code: string; reason: string };

export type IssueAnswer = { outcome: "stored"; fine: StoredFine } | { outcome: "warnings"; warnings: FineWarning[] };

/** @throws DataError `PK…` with a text to show and the field that it is about, when the fine is refused. */
export async function issueFine(call: { fine: NewFine; accepted: Accepted[]; actingAs: string }): Promise<IssueAnswer> {
  const client = await getClient();
  const { fine, accepted, actingAs } = call;
  return unwrap(
    await client.rpc("issue_fine", { fine: fine as unknown as Json, accepted, acting_as: actingAs }),
  ) as unknown as IssueAnswer;
}

export type Correction = {
  fineId: string;
  eventId: string;
  changes: Partial<NewFine> & { made_at: string; accepted: Accepted[] };
  actingAs: string;
};

/** @throws DataError `PK…` as issuing does, and when ten minutes have passed. */
export async function correctFine({ fineId, eventId, changes, actingAs }: Correction): Promise<IssueAnswer> {
  const client = await getClient();
  return unwrap(
    await client.rpc("correct_fine", {
      fine_id: fineId,
      event_id: eventId,
      changes: changes as unknown as Json,
      acting_as: actingAs,
    }),
  ) as unknown as IssueAnswer;
}

export type DeliveryCall = { fine: StoredFine; eventId: string; delivery: Delivery; actingAs: string };

/** Notes how a fine reached its driver. @throws DataError when it cannot. */
async function deliverFine({ fine, eventId, delivery, actingAs }: DeliveryCall): Promise<Delivery> {
  const client = await getClient();
  unwrap(
    await client.rpc("record_case_event", {
      fine_id: fine.id,
      event_id: eventId,
      kind: "delivered",
      expected_event: fine.last_event,
      note: "",
      data: { delivery },
      acting_as: actingAs,
    }),
  );
  return delivery;
}

export const useDeliverFine = defineMutation(deliverFine, [["fines"]]);

type NumberCall = { project: string | null; requestId: string; count: number; actingAs: string };

/** Reserves case numbers. A repeated call with the same id gives the same ones. @throws DataError when it cannot. */
export async function reserveCaseNumbers({ project, requestId, count, actingAs }: NumberCall): Promise<string[]> {
  const client = await getClient();
  const answer = unwrap(
    await client.rpc("reserve_case_numbers", {
      project: project as string,
      request_id: requestId,
      count,
      acting_as: actingAs,
    }),
  ) as unknown as { numbers: string[] };
  return answer.numbers;
}
