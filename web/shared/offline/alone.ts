/** Runs `act` where no other tab runs what bears this name; a page without TLS has no locks, and runs it all the same. */
export function alone<Result>(name: string, act: () => Result | Promise<Result>): Promise<Result> {
  const locks = (navigator as { locks?: LockManager | null }).locks;
  return locks ? (locks.request(name, act) as Promise<Result>) : Promise.resolve(act());
}
