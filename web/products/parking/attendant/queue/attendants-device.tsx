import type { Session } from "#session/store.ts";
import type { ProjectId } from "#shared/paths.ts";
import { LoginEnd } from "../drafts/login-end.tsx";
import { useDevice } from "./use-device.ts";
import { WaitingBar } from "./waiting-bar.tsx";

/** What an attendant's device does on each of their screens (document 4 §6): keeps what checks need, sends what waits, and says what does. */
export function AttendantsDevice({ session, project }: { session: Session; project: ProjectId }) {
  useDevice(session, project);
  return (
    <>
      <LoginEnd session={session} project={project} />
      <WaitingBar session={session} project={project} />
    </>
  );
}
