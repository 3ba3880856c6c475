/** Reading of whom a second factor is demanded; the main admin's alone (profile `hardened`). */
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../ask.ts";

export const demandQueries = {
  all: ["second_factor_demands"] as const,
  /** The kinds of people. */
  list: () =>
    queryOptions({
      queryKey: ["second_factor_demands", "list"] as const,
      queryFn: ({ signal }) => ask((client) => client.rpc("get_second_factor_demands").abortSignal(signal)),
    }),
  /** From when the main admin must have one, or null; the calls of `specified` are those of the documents. */
  due: () =>
    queryOptions({
      queryKey: ["second_factor_demands", "due"] as const,
      enabled: import.meta.env.VITE_SECURITY_PROFILE === "hardened",
      queryFn: ({ signal }): Promise<string | null> =>
        ask((client) => client.rpc("get_second_factor_due").abortSignal(signal)),
    }),
};
