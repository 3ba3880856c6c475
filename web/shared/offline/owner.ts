// Whose data this page keeps on the device right now: the login of the open screen. Nobody else's is read, sent or written.

let owner: string | undefined;

/** Makes a login the one that keeps things, until the returned function is called. */
export function keepAs(next: string): () => void {
  owner = next;
  return () => {
    if (owner === next) owner = undefined;
  };
}

/** The login that keeps things, or undefined. */
export const currentOwner = (): string | undefined => owner;
