import { useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/**
 * Whether the page is alive. It is false while a prerendered page is drawn for the first time in the browser, since that drawing must equal
 * the prerendered one.
 */
export const useIsAlive = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
