/** Runs `act` while no other tab runs an `act` of this name. A page without TLS has no locks, and runs it at once. */
export function runInOneTab<Result>(name: string, act: () => Result | Promise<Result>): Promise<Result> {
  const locks = (navigator as { locks?: LockManager | null }).locks;
  return locks ? (locks.request(name, act) as Promise<Result>) : Promise.resolve(act());
}
