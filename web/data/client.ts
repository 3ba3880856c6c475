/** The one supabase-js client of the page: a chunk of its own, loaded after the first paint. */
import type { SupabaseClient, SupabaseClientOptions } from "@supabase/supabase-js";
import { AUTH_STORAGE_KEY } from "./auth-storage-key.ts";
import { loadConfig } from "./config.ts";
import type { Database } from "./database.gen.ts";
import { fetchInTime } from "./fetch-in-time.ts";

export type Client = SupabaseClient<Database>;

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

const createClient = () => connect({ storageKey: AUTH_STORAGE_KEY, detectSessionInUrl: false });

/**
 * A client that keeps nothing: a new account is made with it, because the service signs new accounts in at once and the
 * page's own client would follow (document 1 §8: the person signs in afterwards).
 */
export const createPassingClient = (): Promise<Client> =>
  connect({
    storageKey: `${AUTH_STORAGE_KEY}.passing`,
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });

async function connect(auth: NonNullable<SupabaseClientOptions<"public">["auth"]>): Promise<Client> {
  const [config, supabase] = await Promise.all([loadConfig(), import("@supabase/supabase-js")]);
  const address = config.supabaseUrl || window.location.origin;
  const client = supabase.createClient<Database>(address, config.publishableKey, {
    auth,
    global: { fetch: (input, init) => fetchInTime(input, init) },
  });
  // Reads that fail would be repeated for 7 seconds before anybody is told, and createClient has no option for it. The cache
  // asks once more by itself, and screens offer to try again.
  (client as unknown as { rest: { retry: boolean } }).rest.retry = false;
  return client;
}
