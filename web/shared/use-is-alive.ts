import { useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/** Whether the browser draws by itself; the first drawing of a prerendered page it takes over is the prerendered one. */
export const useIsAlive = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
