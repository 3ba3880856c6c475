/** Code that is fetched when it is needed, where a network that was away for a moment must not stand in the way of a second try. */

/**
 * Makes a loader of `load` that can be asked again: Chromium before version 156 keeps a module that could not be fetched as failed, so that a later
 * try goes to the same code under another address. Only for code without a state that another module shares.
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

/** The address of the module that the browser says it could not fetch. */
const addressIn = (error: unknown): string | undefined =>
  error instanceof Error ? /https?:\/\/\S+\.js/.exec(error.message)?.[0] : undefined;
