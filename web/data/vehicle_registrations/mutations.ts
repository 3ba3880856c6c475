/** Taking, changing and releasing a car. The database gives a car to one chauffeur only, and one car to each (decisions §2). */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { TAXI } from "#contract/limits.ts";
import { ask, reachOne } from "../ask.ts";
import { type Client, getClient } from "../client.ts";
import { DataError, isDuplicate } from "../data-error.ts";
import { unwrap } from "../unwrap.ts";
import { registrationQueries } from "./queries.ts";
import { type Slot, slotColumns, slotOf } from "./slots.ts";

/** A chauffeur of a project and a car. */
type Claim = { project: string; chauffeurId: string; slot: Slot };

/** The car could not be taken. `kept` is the car that the chauffeur holds still, as far as that could be asked. */
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

/** Whether another chauffeur holds the car; a duplicate of the chauffeur's own row (another window of theirs) is not that. */
const isSlotTaken = (error: unknown) =>
  isDuplicate(error) && error instanceof DataError && /vehicle_registrations_item_\d_key/.test(error.message);

/**
 * Gives the chauffeur a car. With the new registration the database removes the previous one (document 2 §4), so that whoever loses
 * the car to somebody faster, or is cut off, holds what they had.
 * @throws TakeError when the car is taken or the call failed.
 */
export async function takeSlot(claim: Claim): Promise<void> {
  const client = await getClient();
  try {
    await insertRegistration(client, claim);
  } catch (error) {
    const held = await findHeld(client, claim);
    // Then only the answer was lost on its way back.
    if (held === claim.slot) return;
    throw new TakeError(error, held);
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

/** The car that a chauffeur holds; undefined when there is none, or when that cannot be asked. */
async function findHeld(client: Client, { project, chauffeurId }: Claim): Promise<Slot | undefined> {
  const { data } = await client
    .from("vehicle_registrations")
    .select("item_1, item_2, item_3, item_4, item_5, item_6")
    .eq("project_id", project)
    .eq("chauffeur_id", chauffeurId)
    .maybeSingle();
  return data === null ? undefined : slotOf(data);
}

/** Gives a car back (document 2 §4). @throws DataError `gone` when the chauffeur does not hold it any more. */
export async function releaseSlot({ project, chauffeurId, slot }: Claim): Promise<void> {
  await reachOne("The chauffeur does not hold the car", (client) =>
    client
      .from("vehicle_registrations")
      .delete()
      .eq("project_id", project)
      .eq("chauffeur_id", chauffeurId)
      .eq(`item_${slot}`, true)
      .select("id"),
  );
}

/** Gives back whatever car a chauffeur holds, if any. */
export async function releaseAnySlot({ project, chauffeurId }: Omit<Claim, "slot">): Promise<void> {
  await ask((client) =>
    client.from("vehicle_registrations").delete().eq("project_id", project).eq("chauffeur_id", chauffeurId),
  );
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
