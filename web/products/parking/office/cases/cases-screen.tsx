import { useParams, useSearchParams } from "react-router";
import { ForAdmins } from "../shell/for-admins.tsx";
import { CaseList } from "./list/case-list.tsx";
import { SIMILAR_LIST, SimilarFines } from "./list/similar-fines.tsx";
import { CasePage } from "./case-page.tsx";

/** The fines of a site as cases, for its admins: the lists or, with a number in the address, the page of one case (document 4 §5). */
export function CasesScreen() {
  const { caseNumber } = useParams();
  const isSimilar = useSearchParams()[0].get("list") === SIMILAR_LIST;
  return (
    <ForAdmins>
      {(at) =>
        caseNumber === undefined && isSimilar ? (
          <SimilarFines project={at.project} session={at.session} />
        ) : caseNumber === undefined ? (
          <CaseList project={at.project} />
        ) : (
          <CasePage key={caseNumber} project={at.project} session={at.session} caseNumber={caseNumber} />
        )
      }
    </ForAdmins>
  );
}
