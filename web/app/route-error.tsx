import { useEffect } from "react";
import { useRouteError } from "react-router";
import { CrashPage } from "#shared/feedback/crash-page.tsx";
import { reloadForStaleChunk } from "#shared/feedback/stale-chunk.ts";

/**
 * What a screen that failed to load or broke while rendering leaves behind: the crash page, with a way to try again. After a new
 * version was put in place the old parts are gone: one reload fetches the new ones.
 */
export function RouteError() {
  const error = useRouteError();
  useEffect(() => {
    reloadForStaleChunk(error);
  }, [error]);
  return <CrashPage error={error} />;
}
