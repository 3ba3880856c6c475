import { useRouteError } from "react-router";
import { CrashPage } from "#shared/feedback/error-boundary.tsx";

/** What a screen that failed to load or broke while rendering leaves behind: the crash page, with a way to try again. */
export function RouteError() {
  return <CrashPage error={useRouteError()} />;
}
