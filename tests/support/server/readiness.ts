// A server's answer about itself at /readyz.
import type { Readiness } from "#server/http/readiness.ts";

/** The answer of /readyz, whatever its status is. */
export const readinessOf = async (url: string): Promise<Readiness> =>
  (await (await fetch(`${url}/readyz`)).json()) as Readiness;
