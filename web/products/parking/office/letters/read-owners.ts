import type { ActingPerson } from "#data/acting.ts";
import { matchOwners } from "#data/fines/letters.ts";
import { definePersonMutation } from "#data/define-mutation.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { readTable } from "#shared/csv/read-delimited.ts";
import { letterTexts } from "./letter-texts.ts";
import { type OwnerPreview, ownersOf, previewOf } from "./rules/owner-file.ts";

const { problems, matchFailed } = letterTexts.owners;

/** The largest file in bytes; five thousand owners take a tenth of it. */
const MOST_BYTES = 5_000_000;

type Asked = { file: File; project: string };

/** Reads a file of owners and finds the cases of its rows; nothing is written. @throws DataError */
async function readOwners(acting: ActingPerson, { file, project }: Asked): Promise<OwnerPreview | { problem: string }> {
  const table = await readTable(file, MOST_BYTES);
  if (typeof table === "string") return { problem: problems[table] };
  const owners = ownersOf(table);
  if ("problem" in owners) return owners;
  const keys = owners.rows.map(({ case_number, plate }) => ({ case_number, plate }));
  return previewOf(owners, await matchOwners(acting, project, keys));
}

/** The preview of a file of owners, or the problem of the file. */
export const useReadOwners = defineAction<Asked, OwnerPreview | { problem: string }>({
  mutation: definePersonMutation(readOwners),
  done: () => undefined,
  failed: () => matchFailed,
});
