/** The one supabase-js client of the page: a chunk of its own, loaded after the first paint. */
import type { SupabaseClient } from "@supabase/supabase-js";
import { loadConfig } from "./config.ts";
import type { Database } from "./database.gen.ts";

export type Client = SupabaseClient<Database>;

/** Where supabase-js keeps the signed-in account; its presence is the hint that saves the landing page a wait. */
export const AUTH_STORAGE_KEY = "parkering.auth";

let creating: Promise<Client> | undefined;

/**
 * The client, made once.
 * @throws DataError when the configuration cannot be fetched; the next call tries again.
 */
export function getClient(): Promise<Client> {
  creating ??= createClient().catch((error: unknown) => {
    creating = undefined;
    throw error;
  });
  return creating;
}

async function createClient(): Promise<Client> {
  const [config, supabase] = await Promise.all([loadConfig(), import("@supabase/supabase-js")]);
  return supabase.createClient<Database>(config.supabaseUrl || window.location.origin, config.publishableKey, {
    auth: { storageKey: AUTH_STORAGE_KEY, detectSessionInUrl: false },
  });
}
