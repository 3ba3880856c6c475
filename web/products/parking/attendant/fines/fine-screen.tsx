import type { ReactNode } from "react";
import { readablePlate } from "#contract/plate.ts";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { type DocumentTexts, ticketTexts } from "#parking/kernel/notice/notice-texts.ts";
import { useRecalledDrafts } from "../drafts/kept-drafts.ts";
import { useWayBack } from "../shell/use-way-back.ts";
import type { FineContext } from "./fine-form.ts";
import { fineTexts } from "./fine-texts.ts";
import { useCaseNumbers } from "./issuing/case-numbers.ts";
import { useOpenedFine } from "./opened-fine.ts";
import { ReopenedFine } from "./reopened-fine.tsx";
import { useKnowsSite } from "./site-facts.ts";

type FineScreenProps = Omit<FineContext, "numbers"> & {
  texts: DocumentTexts;
  /** The plate of the fined car; empty while it is not known. */
  plate: string;
  /** The text while the form waits. */
  loading: string;
  /** The form of a new fine; undefined while its parking is fetched. */
  children: (context: FineContext) => ReactNode;
};

/** The page of a new fine, or of the stored one in its address. The form waits for a number, the site and the kept drafts. */
export function FineScreen({ session, project, log, texts, plate, loading, children }: FineScreenProps) {
  const handleBack = useWayBack(project, log);
  const { numbers, isReady: hasNumbers } = useCaseNumbers(session);
  const knowsSite = useKnowsSite(project);
  const isReady = useRecalledDrafts(session) && knowsSite && hasNumbers;
  const opened = useOpenedFine().id;
  const context = { session, project, log, numbers };
  const form = opened === null ? children(context) : <ReopenedFine id={opened} {...context} />;
  return (
    <Page {...headOf(texts, opened, plate)} width="wide" back={{ onClick: handleBack }}>
      {isReady && form !== undefined ? form : <SkeletonList rows={2} label={loading} />}
    </Page>
  );
}

/** The title names the car once it is known; the description stands where the screen has room. */
function headOf({ pageTitle, pageDescription }: DocumentTexts, opened: string | null, plate: string) {
  if (opened !== null) return { title: fineTexts.storedTitle };
  const isOfCar = plate.trim() !== "";
  return {
    title: isOfCar ? fineTexts.ofCar(readablePlate(plate).replace(" ", "\u00A0")) : pageTitle,
    // A fine of a checked car is written on the report's page.
    description: <span className="max-sm:hidden">{isOfCar ? ticketTexts.pageDescription : pageDescription}</span>,
  };
}
