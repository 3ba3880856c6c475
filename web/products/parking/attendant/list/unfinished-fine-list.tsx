import { readablePlate } from "#contract/plate.ts";
import { useEffect, useState } from "react";
import type { Session } from "#session/store.ts";
import { paths, type ProjectId } from "#shared/paths.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { FROM_LIST } from "../shell/use-way-back.ts";
import { type UnfinishedFine, readUnfinishedFines } from "../drafts/unfinished-fines.ts";
import { draftEndTexts } from "../drafts/draft-end-texts.ts";
import { useRecalledDrafts } from "../drafts/kept-drafts.ts";

/** The person's unfinished fines, on the dashboard, also from before the last login ended. Nothing when there are none. */
export function UnfinishedFineList({ session, project }: { session: Session; project: ProjectId }) {
  const isReady = useRecalledDrafts(session);
  const [fines, setFines] = useState<readonly UnfinishedFine[]>([]);
  useEffect(() => {
    if (isReady) void readUnfinishedFines(session).then(setFines);
  }, [isReady, session]);
  if (fines.length === 0) return null;
  return (
    <ul aria-label={draftEndTexts.list} className="mb-6 grid gap-3">
      {fines.map((fine) => (
        <li
          key={fine.name}
          className="flex flex-wrap items-center justify-between gap-3 rounded-card border-2 border-warning bg-warning-soft p-4"
        >
          <span className="font-semibold">
            {fine.parkingId === undefined
              ? draftEndTexts.report(readablePlate(fine.plate), fine.caseNumber)
              : draftEndTexts.fine(fine.caseNumber)}
          </span>
          {fine.parkingId === undefined ? (
            <ButtonLink size="large" to={paths.createReport(project)} state={{ ...FROM_LIST, plate: fine.searched }}>
              {draftEndTexts.goOn}
            </ButtonLink>
          ) : (
            <ButtonLink size="large" to={paths.generateTicket(project, fine.parkingId)} state={FROM_LIST}>
              {draftEndTexts.goOn}
            </ButtonLink>
          )}
        </li>
      ))}
    </ul>
  );
}
