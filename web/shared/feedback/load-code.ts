/** Loads code on demand, so that a second try works after the network was away for a moment. */

/**
 * Wraps `load` so that it can be tried again. Chromium before version 156 remembers a module that failed to load, so a retry loads the same
 * code from another address. Only for code that shares no state with other modules.
 */
export function loadCode<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let address: string | undefined;
  let failures = 0;
  return async () => {
    try {
      if (address === undefined) return await load();
      return (await import(/* @vite-ignore */ `${address}?again=${failures}`)) as Module;
    } catch (error) {
      failures += 1;
      address ??= addressIn(error);
      throw error;
    }
  };
}

/** The address of the module that could not be fetched, as the browser's message says. */
const addressIn = (error: unknown): string | undefined =>
  error instanceof Error ? /https?:\/\/\S+\.js/.exec(error.message)?.[0] : undefined;
