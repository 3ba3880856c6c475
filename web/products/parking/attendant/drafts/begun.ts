// What an attendant has begun and not generated: it outlives the end of a login, and opens again at the same person's next one.
import { listDrafts } from "#session/drafts.ts";
import { ownerOf } from "#session/owner.ts";
import type { Session } from "#session/store.ts";
import { forgetBegun } from "#shared/offline/device-store.ts";
import { forgetDraftPhotos, readKeptPhotos } from "../photos/kept-photos.ts";
import { isTouched, type KeptDraft } from "./restored-draft.ts";

/** A fine or report that waits to be gone on with. */
export type BegunFine = {
  /** The draft's name. */
  name: string;
  caseNumber: string;
  /** The car's parking; undefined of a report. */
  parkingId: string | undefined;
  /** The plate that a report is found by: the one it was begun with. */
  searched: string;
  /** The plate that a report says now. */
  plate: string;
};

const TICKET = "fine ";

type Draft = { id?: string; caseNumber?: string; regNumber?: string };

/** The fines and reports that this person has begun at this site, also those of which there are photos alone. */
export async function readBegunFines(session: Session): Promise<BegunFine[]> {
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
      return { name, caseNumber, parkingId, searched, plate: regNumber } satisfies BegunFine;
    }),
  );
  return found.filter((fine) => fine !== undefined);
}

/** Forgets all that a person has begun on this device: they logged out. */
export async function forgetAllBegun(session: Session): Promise<void> {
  await Promise.all([forgetBegun(ownerOf("attendant", session)), forgetDraftPhotos(session)]);
}
