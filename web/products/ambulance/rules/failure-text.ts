import { DataError } from "#data/data-error.ts";
import { texts } from "../texts.ts";

/** The message for a failed call (document 2 §8): the server's message if it answered, or else our own text. */
export function failureText(error: unknown, own: string): string {
  if (error instanceof DataError && error.code === "gone") return texts.admin.gone;
  const isAnswer = error instanceof DataError && error.code !== "network" && error.message !== "";
  return isAnswer ? error.message : own;
}
