/** Reads the person whom a link to choose a password with is for (document 5 §8). */
import type { SessionKind } from "#contract/states.ts";
import { callAccountFunction } from "../staff_accounts/function.ts";
import { queryOptions } from "../use-query.ts";

/** The person with an ID; nulls for an account that signs in by e-mail. */
export type LinkHolder = { kind: SessionKind; project: string | null; userId: string } | { kind: null };

export const accountLinkQueries = {
  /** The holder of a link, which stays unused. @throws DataError `gone` when the link is used or too old */
  holder: (key: string) =>
    queryOptions({
      queryKey: ["account_links", key] as const,
      queryFn: (acting) => callAccountFunction<LinkHolder>(acting, { action: "read-link", key }),
    }),
};
