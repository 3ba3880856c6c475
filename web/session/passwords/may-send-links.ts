import { useQuery } from "@tanstack/react-query";
import { credentialQueries } from "#data/admin_user_credentials/queries.ts";

/** Whether somebody can be sent a link to choose a password with: nobody in `specified`, whose calls are those of the documents. */
export function useMaySendLinks(): boolean {
  const enabled = import.meta.env.VITE_SECURITY_PROFILE === "hardened";
  return useQuery({ ...credentialQueries.maySendLinks(), enabled }).data === true;
}
