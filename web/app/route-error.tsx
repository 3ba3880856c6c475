import { useEffect } from "react";
import { useRouteError } from "react-router";
import { CrashPage } from "#shared/feedback/crash-page.tsx";
import { reloadForStaleChunk } from "#shared/feedback/stale-chunk.ts";

/** The page shown when a screen failed to load or broke while drawing. Code of an old version is fetched anew, once. */
export function RouteError() {
  const error = useRouteError();
  useEffect(() => {
    reloadForStaleChunk(error);
  }, [error]);
  return <CrashPage error={error} />;
}
