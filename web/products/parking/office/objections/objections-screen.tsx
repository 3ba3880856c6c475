import { useParams } from "react-router";
import { ForAdmins } from "../shell/for-admins.tsx";
import { ObjectionDesk } from "./objection-desk.tsx";
import { ObjectionQueue } from "./objection-queue.tsx";

/**
 * The screen `Bestridna`, for a site's admins: the waiting objections or, with a number in the address, the desk for one (document 4 §5).
 */
export function ObjectionsScreen() {
  const { caseNumber } = useParams();
  return (
    <ForAdmins>
      {(at) =>
        caseNumber === undefined ? (
          <ObjectionQueue project={at.project} session={at.session} />
        ) : (
          <ObjectionDesk key={caseNumber} project={at.project} session={at.session} caseNumber={caseNumber} />
        )
      }
    </ForAdmins>
  );
}
