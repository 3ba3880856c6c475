import { DataError, isDuplicate, messageOf } from "#data/data-error.ts";
import { texts } from "../texts.ts";

/** The text after the colon of 'Fel vid … av operator: …' (document 2 §8): in words when the cause is known. */
export function failureDetail(error: unknown): string {
  if (isDuplicate(error)) return texts.operators.duplicate;
  if (error instanceof DataError && error.code === "gone") return texts.operators.gone;
  if (error instanceof DataError && error.code === "network") return texts.operators.noContact;
  return messageOf(error);
}
