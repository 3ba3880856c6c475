import type { DataError } from "#data/data-error.ts";
import { caseTexts } from "../case-texts.ts";

/** What the database says when it refuses, with the conditions that do not hold, a sentence each. */
export const refusalInWords = ({ message, lacks = [] }: Pick<DataError, "message" | "lacks">): string =>
  [message, ...lacks.map((fact) => caseTexts.lacks[fact])].filter((words) => words !== undefined).join(" ");
