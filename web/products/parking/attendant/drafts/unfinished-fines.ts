// The unfinished fines and reports of an attendant. They outlive the end of a login, and open again at the same person's next login.
import { listDrafts } from "#session/drafts.ts";
import { ownerOf } from "#session/owner.ts";
import type { Session } from "#session/store.ts";
import { forgetDraftsOf } from "#shared/offline/device-store.ts";
import { forgetDraftPhotos, readKeptPhotos } from "#parking/kernel/photos/kept-photos.ts";
import { isTouched, type KeptDraft } from "#parking/kernel/drafts/restored-draft.ts";

/** An unfinished fine or report. */
export type UnfinishedFine = {
  /** The draft's name. */
  name: string;
  caseNumber: string;
  /** The car's parking; undefined for a report. */
  parkingId: string | undefined;
  /** The plate with which the report was begun; it finds the report. */
  searched: string;
  /** The plate that the report has now. */
  plate: string;
};

const TICKET = "fine ";

type Draft = { id?: string; caseNumber?: string; regNumber?: string };

/** The person's unfinished fines and reports at this site, also those that have only photos. */
export async function readUnfinishedFines(session: Session): Promise<UnfinishedFine[]> {
  const report = `report ${session.project ?? ""} `;
  const found = await Promise.all(
    Object.entries(listDrafts("attendant", session)).map(async ([name, draft]) => {
      if (!name.startsWith(TICKET) && !name.startsWith(report)) return undefined;
      const kept = draft as Partial<KeptDraft<Draft>>;
      const { id = "", caseNumber = "", regNumber = "" } = kept.values ?? {};
      const isBegun =
        isTouched({ first: kept.first ?? {}, values: kept.values ?? {} }) ||
        (await readKeptPhotos(session, id)).length > 0;
      if (!isBegun) return undefined;
      const parkingId = name.startsWith(TICKET) ? name.slice(TICKET.length) : undefined;
      const searched = parkingId === undefined ? name.slice(report.length) : "";
      return { name, caseNumber, parkingId, searched, plate: regNumber } satisfies UnfinishedFine;
    }),
  );
  return found.filter((fine) => fine !== undefined);
}

/** Deletes the person's drafts on this device at the logout. */
export async function forgetAllDrafts(session: Session): Promise<void> {
  await Promise.all([forgetDraftsOf(ownerOf("attendant", session)), forgetDraftPhotos(session)]);
}
