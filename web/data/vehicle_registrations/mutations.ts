/** Taking, changing and releasing a car. The database gives a car to one chauffeur only, whoever asks at once (decisions §2). */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { TAXI } from "#contract/limits.ts";
import { type Client, getClient } from "../client.ts";
import { DataError, isDuplicate } from "../data-error.ts";
import { unwrap } from "../unwrap.ts";
import { registrationQueries } from "./queries.ts";
import { type Slot, slotColumns, slotOf } from "./slots.ts";

/** A chauffeur of a project and a car. */
type Claim = { project: string; chauffeurId: string; slot: Slot };

/** The car could not be taken. `previous` is the car that the chauffeur held before, `isKept` whether it is still theirs. */
export class TakeError extends Error {
  readonly isTaken: boolean;
  readonly previous: Slot | undefined;
  readonly isKept: boolean;
  constructor(cause: unknown, previous: Slot | undefined, isKept: boolean) {
    super("The car could not be taken", { cause });
    this.name = "TakeError";
    this.isTaken = isSlotTaken(cause);
    this.previous = previous;
    this.isKept = isKept;
  }
}

/** Whether another chauffeur holds the car; a duplicate of the chauffeur's own row (another window of theirs) is not that. */
const isSlotTaken = (error: unknown) =>
  isDuplicate(error) && error instanceof DataError && /vehicle_registrations_item_\d_key/.test(error.message);

/**
 * Gives the chauffeur a car: their previous registration is removed, the new one written (document 2 §4). Who loses the car to
 * somebody faster gets the previous one back, if it is still free.
 * @throws TakeError when the car is taken or the call failed.
 */
export async function takeSlot(claim: Claim): Promise<void> {
  const client = await getClient();
  const removed = unwrap(
    await client
      .from("vehicle_registrations")
      .delete()
      .eq("project_id", claim.project)
      .eq("chauffeur_id", claim.chauffeurId)
      .select("item_1, item_2, item_3, item_4, item_5, item_6"),
  );
  const previous = removed[0] === undefined ? undefined : slotOf(removed[0]);
  try {
    await insertRegistration(client, claim);
  } catch (error) {
    const isKept = previous !== undefined && (await wasRestored(client, { ...claim, slot: previous }));
    throw new TakeError(error, previous, isKept);
  }
}

async function insertRegistration(client: Client, { project, chauffeurId, slot }: Claim): Promise<void> {
  unwrap(
    await client.from("vehicle_registrations").insert({
      project_id: project,
      chauffeur_id: chauffeurId,
      vehicle_model: TAXI.vehicleModel,
      ...slotColumns(slot),
    }),
  );
}

const wasRestored = (client: Client, previous: Claim) =>
  insertRegistration(client, previous).then(
    () => true,
    () => false,
  );

/** Gives a car back (document 2 §4). @throws DataError `gone` when the chauffeur does not hold it any more. */
export async function releaseSlot({ project, chauffeurId, slot }: Claim): Promise<void> {
  const client = await getClient();
  const released = unwrap(
    await client
      .from("vehicle_registrations")
      .delete()
      .eq("project_id", project)
      .eq("chauffeur_id", chauffeurId)
      .eq(`item_${slot}`, true)
      .select("id"),
  );
  if (released.length === 0) throw new DataError("gone", "The chauffeur does not hold the car");
}

/** Gives back whatever car a chauffeur holds, if any. */
export async function releaseAnySlot({ project, chauffeurId }: Omit<Claim, "slot">): Promise<void> {
  const client = await getClient();
  unwrap(await client.from("vehicle_registrations").delete().eq("project_id", project).eq("chauffeur_id", chauffeurId));
}

/** What a chauffeur does with a car. */
export type SlotChange = Claim & { does: "take" | "release" };

/** The hook of both, so that one of them runs at a time. Whatever became of it, the list is fetched again, so that the screens agree. */
export function useChangeSlot() {
  const cache = useQueryClient();
  return useMutation<void, Error, SlotChange>({
    mutationFn: ({ does, ...claim }) => (does === "take" ? takeSlot(claim) : releaseSlot(claim)),
    onSettled: (_none, _error, { project }) => cache.invalidateQueries(registrationQueries.ofProject(project)),
  });
}
