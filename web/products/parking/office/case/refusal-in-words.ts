import type { DataError } from "#data/data-error.ts";
import { caseTexts } from "./case-texts.ts";

/** The database's refusal in words, with a sentence for each condition that is not met. */
export const refusalInWords = ({ message, lacks = [] }: Pick<DataError, "message" | "lacks">): string =>
  [message, ...lacks.map((fact) => caseTexts.lacks[fact])].filter((words) => words !== undefined).join(" ");
