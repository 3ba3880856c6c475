/**
 * The supabase-js clients of the page, in a chunk that loads after the first paint. The e-mail account and visitors share a client. If each
 * kind of person has an account, every kind has a client of its own, and `session/` keeps them apart.
 */
import type { SupabaseClient, SupabaseClientOptions } from "@supabase/supabase-js";
import type { SessionKind } from "#contract/states.ts";
import { AUTH_STORAGE_KEY } from "./auth-storage-key.ts";
import { loadCode } from "#shared/feedback/load-code.ts";
import { noteAnswer } from "#shared/feedback/failed-request.ts";
import { loadConfig } from "./config.ts";
import type { Database } from "./database.gen.ts";
import { noteClock } from "./clock-error.ts";
import { renewingFetch } from "./renewed-fetch.ts";

export type Client = SupabaseClient<Database>;

/** A login of this browser: of a kind of person, or of the e-mail account (perhaps signed out). */
export type Identity = SessionKind | "account";

const clients = new Map<Identity, Promise<Client>>();

/**
 * The client of a login, made once.
 * @throws DataError when the configuration cannot be fetched; the next call tries again.
 */
export function getClientOf(identity: Identity): Promise<Client> {
  const known = clients.get(identity);
  if (known !== undefined) return known;
  const auth = { storageKey: authStorageKey(identity), detectSessionInUrl: false };
  const creating = connect(auth, () => tellRefused(identity));
  clients.set(identity, creating);
  if (identity === "account") void creating.then(watchAccount, () => undefined);
  creating.catch(() => clients.delete(identity));
  return creating;
}

/** The browser storage key of an identity's login. */
export const authStorageKey = (identity: Identity): string =>
  identity === "account" ? AUTH_STORAGE_KEY : `${AUTH_STORAGE_KEY}.${identity}`;

const accountListeners = new Set<() => void>();

/** Calls back when the e-mail account has changed or was signed out. */
export function onAccountChange(listener: () => void): void {
  accountListeners.add(listener);
}

function watchAccount(client: Client): void {
  let known: string | null | undefined;
  client.auth.onAuthStateChange((_event, session) => {
    const id = session?.user.id ?? null;
    const isAnother = known !== undefined && known !== id;
    known = id;
    if (isAnother) for (const listener of accountListeners) listener();
  });
}

const refusalListeners = new Map<Identity, Set<() => void>>();

function tellRefused(identity: Identity): void {
  for (const listener of refusalListeners.get(identity) ?? []) listener();
}

/** Calls `listener` when the server refuses a call of an identity, because its login may have ended. Returns a function that stops it. */
export function followRefusals(identity: Identity, listener: () => void): () => void {
  const listeners = refusalListeners.get(identity) ?? new Set();
  refusalListeners.set(identity, listeners.add(listener));
  return () => {
    listeners.delete(listener);
  };
}

/** The time limit of a join, in milliseconds: longer than the server's own (`joinPatienceMs` in server/realtime/socket-limits.ts). */
const JOIN_TIMEOUT_MS = 35_000;

type AuthOptions = NonNullable<SupabaseClientOptions<"public">["auth"]>;

/**
 * A client that stores nothing, for making a new account. The service signs a new account in at once, and the page's own client must not
 * follow (document 1 §8: the person signs in afterwards).
 */
export function createPassingClient(): Promise<Client> {
  passing += 1;
  // Each such client has its own key: clients with the same key would hear each other, and the library warns of them.
  const storageKey = `${AUTH_STORAGE_KEY}.passing.${passing}`;
  return connect({ storageKey, persistSession: false, autoRefreshToken: false, detectSessionInUrl: false });
}

let passing = 0;

const loadSupabase = loadCode(() => import("@supabase/supabase-js"));

async function connect(auth: AuthOptions, onRefused?: () => void): Promise<Client> {
  const [config, supabase] = await Promise.all([loadConfig(), loadSupabase()]);
  const address = config.supabaseUrl || window.location.origin;
  const fetchRenewed = renewingFetch(
    async () => (await client.auth.refreshSession()).data.session?.access_token ?? null,
  );
  const client: Client = supabase.createClient<Database>(address, config.publishableKey, {
    auth,
    // The server holds a join while its database is away, and until its turn. A client that gave up earlier would start again behind all
    // others.
    realtime: { timeout: JOIN_TIMEOUT_MS },
    global: {
      fetch: async (input, init) => {
        const answer = await fetchRenewed(input, init);
        noteAnswer(answer);
        noteClock(answer);
        if (answer.status === 401 || answer.status === 403) onRefused?.();
        return answer;
      },
    },
  });
  // Failed reads would be repeated for 7 seconds before a message, and createClient has no option for it. The query cache repeats once, and
  // screens offer another try.
  (client as unknown as { rest: { retry: boolean } }).rest.retry = false;
  return client;
}
