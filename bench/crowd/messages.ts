/** Words between the bench and a process that holds sockets (holder.ts). */

/** Followers whose sockets one process holds on one server. */
export type Hold = { url: string; publishableKey: string; followers: { token: string; project: string }[] };

/** An event of a row: its id, the socket's number, and the moment in milliseconds since 1970. */
export type Arrival = readonly [id: string, socket: number, at: number];

export type ToHolder = { hold: Hold } | { tell: true };
export type FromHolder = { open: number } | { arrivals: Arrival[]; lost: number };

/** Now in milliseconds since 1970, finer than `Date.now`, and the same for all processes of the machine. */
export const moment = (): number => performance.timeOrigin + performance.now();
