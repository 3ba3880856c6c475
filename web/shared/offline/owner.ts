// The login that owns the data on this device: the login of the open screen. Data of other logins is neither read, sent nor written.

let owner: string | undefined;

/** Makes `next` the owner, until the returned function is called. */
export function keepAs(next: string): () => void {
  owner = next;
  return () => {
    if (owner === next) owner = undefined;
  };
}

/** The current owner, or undefined. */
export const currentOwner = (): string | undefined => owner;
