/** Takes, changes and releases a car. The database gives a car to one chauffeur only, and a chauffeur one car only (decisions §2). */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { TAXI } from "#contract/limits.ts";
import { type Acting, useActing } from "../acting.ts";
import { ask, reachOne } from "../ask.ts";
import type { Client } from "../client.ts";
import { DataError } from "../data-error.ts";
import { unwrap } from "../unwrap.ts";
import { type Registration, REGISTRATION_COLUMNS, registrationOf, registrationQueries } from "./queries.ts";
import { type Slot, slotColumns, slotOf } from "./slots.ts";

/** A chauffeur of a project, and a car. */
type Claim = { project: string; chauffeurId: string; slot: Slot };

/** The car could not be taken. `kept` is the car that the chauffeur still has, if that could be read. */
export class TakeError extends Error {
  readonly isTaken: boolean;
  readonly kept: Slot | undefined;
  constructor(cause: unknown, kept: Slot | undefined) {
    super("The car could not be taken", { cause });
    this.name = "TakeError";
    this.isTaken = isSlotTaken(cause);
    this.kept = kept;
  }
}

/** Whether another chauffeur has the car. A duplicate of the chauffeur's own row (another window) does not count. */
const isSlotTaken = (error: unknown) =>
  error instanceof DataError && /^vehicle_registrations_item_\d_key$/.test(error.constraint ?? "");

/**
 * Gives the chauffeur a car. The database removes the chauffeur's previous registration in the same step (document 2 §4). If another
 * chauffeur is faster, or the call fails, the chauffeur keeps the old car.
 * @throws TakeError when the car is taken or the call failed.
 */
export async function takeSlot(acting: Acting, claim: Claim): Promise<Registration | undefined> {
  const client = await acting.client();
  try {
    return await insertRegistration(client, claim);
  } catch (error) {
    const held = await findHeld(client, claim);
    // The car was taken; only the answer was lost.
    if (held === claim.slot) return undefined;
    throw new TakeError(error, held);
  }
}

async function insertRegistration(client: Client, { project, chauffeurId, slot }: Claim) {
  const row = unwrap(
    await client
      .from("vehicle_registrations")
      .insert({
        project_id: project,
        chauffeur_id: chauffeurId,
        vehicle_model: TAXI.vehicleModel,
        ...slotColumns(slot),
      })
      .select(REGISTRATION_COLUMNS)
      .single(),
  );
  return registrationOf(row);
}

/** The car of a chauffeur; undefined when there is none, or when it cannot be read. */
async function findHeld(client: Client, { project, chauffeurId }: Claim): Promise<Slot | undefined> {
  const { data } = await client
    .from("vehicle_registrations")
    .select("item_1, item_2, item_3, item_4, item_5, item_6")
    .eq("project_id", project)
    .eq("chauffeur_id", chauffeurId)
    .maybeSingle();
  return data === null ? undefined : slotOf(data);
}

/** Gives a car back (document 2 §4). @throws DataError `gone` when the chauffeur does not have it any more. */
export async function releaseSlot(acting: Acting, { project, chauffeurId, slot }: Claim): Promise<void> {
  await reachOne(acting, "The chauffeur does not hold the car", (client) =>
    client
      .from("vehicle_registrations")
      .delete()
      .eq("project_id", project)
      .eq("chauffeur_id", chauffeurId)
      .eq(`item_${slot}`, true)
      .select("id"),
  );
}

/** Gives back the car of a chauffeur, if there is one. */
export async function releaseAnySlot(acting: Acting, { project, chauffeurId }: Omit<Claim, "slot">): Promise<void> {
  await ask(acting, (client) =>
    client.from("vehicle_registrations").delete().eq("project_id", project).eq("chauffeur_id", chauffeurId),
  );
}

/** A chauffeur's change: taking or releasing a car. */
export type SlotChange = Claim & { does: "take" | "release" };

/**
 * The hook of both changes, so that only one runs at a time. The answer changes the list at once, and after any result the list is fetched
 * again, so that the screens agree.
 */
export function useChangeSlot() {
  const acting = useActing();
  const cache = useQueryClient();
  const listOf = ({ project }: SlotChange) => registrationQueries.ofProject(project);
  return useMutation<Registration | undefined, Error, SlotChange>({
    mutationFn: async ({ does, ...claim }) => {
      if (does === "take") return takeSlot(acting, claim);
      await releaseSlot(acting, claim);
      return undefined;
    },
    onSuccess: async (taken, change) => {
      const { queryKey } = listOf(change);
      // The answer was lost: the list alone knows the row.
      if (change.does === "take" && taken === undefined) return cache.invalidateQueries({ queryKey });
      // A list that was asked for before the change would hide it for a moment.
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, (before: Registration[] | undefined) =>
        before?.filter(({ chauffeurId }) => chauffeurId !== change.chauffeurId).concat(taken ?? []),
      );
      void cache.invalidateQueries({ queryKey });
      return undefined;
    },
    onError: (_error, change) => cache.invalidateQueries(listOf(change)),
  });
}
