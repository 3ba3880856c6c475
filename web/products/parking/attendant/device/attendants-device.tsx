import { LoginEnd } from "#session/login-end.tsx";
import { getSignIn } from "#session/profile/profile.ts";
import type { Session } from "#session/store.ts";
import type { ProjectId } from "#shared/paths.ts";
import { LoginTold } from "./login-told.tsx";
import { draftEndTexts } from "../drafts/draft-end-texts.ts";
import { useDevice } from "./use-device.ts";
import { WaitingBar } from "./waiting-bar.tsx";

/**
 * The device's work on each screen of an attendant (document 4 §6): it stores the data for checks, sends waiting entries, and shows their
 * count.
 */
export function AttendantsDevice({ session, project }: { session: Session; project: ProjectId }) {
  useDevice(session, project);
  return (
    <>
      <LoginTold />
      <LoginEnd
        kind="attendant"
        session={session}
        texts={draftEndTexts}
        prove={async (password) => (await getSignIn()).attendant({ userId: session.userId, password, project })}
      />
      <WaitingBar session={session} project={project} />
    </>
  );
}
