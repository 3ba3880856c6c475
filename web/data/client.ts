/**
 * The supabase-js clients of the page: a chunk of its own, loaded after the first paint. There is one for the e-mail account and
 * visitors; where each kind of person has an account, `session/` keeps them apart and every kind has one of its own.
 */
import type { SupabaseClient, SupabaseClientOptions } from "@supabase/supabase-js";
import type { SessionKind } from "#contract/states.ts";
import { AUTH_STORAGE_KEY } from "./auth-storage-key.ts";
import { loadCode } from "#shared/feedback/load-code.ts";
import { noteAnswer } from "#shared/feedback/failed-request.ts";
import { loadConfig } from "./config.ts";
import type { Database } from "./database.gen.ts";
import { renewingFetch } from "./renewed-fetch.ts";

export type Client = SupabaseClient<Database>;

/** Who speaks to the back end: somebody of a kind, or the e-mail account, which may be nobody. */
export type Identity = SessionKind | "account";

let areApart = false;
/** Those whose screens are open, the latest last. */
const acting: Identity[] = [];
const clients = new Map<Identity, Promise<Client>>();

/** Gives every kind of person a client with a login of its own; until then all speak as the e-mail account. */
export function keepIdentitiesApart(): void {
  areApart = true;
}

/** Makes a kind the one that `getClient` speaks as, until the returned function is called. */
export function actAs(kind: SessionKind): () => void {
  acting.push(kind);
  return () => {
    acting.splice(acting.lastIndexOf(kind), 1);
  };
}

/** Where one client speaks for all: who the screens say they are, the latest last. */
const named: { kind: SessionKind; id: string }[] = [];

/** Says with every change who makes it, where the database cannot know (profile `specified`), until the returned function is called. */
export function nameActor(kind: SessionKind, id: string): () => void {
  const actor = { kind, id };
  named.push(actor);
  return () => {
    named.splice(named.lastIndexOf(actor), 1);
  };
}

/** A change with the name of who makes it, for the trail of the database. */
function withActor(input: RequestInfo | URL, init: RequestInit | undefined): RequestInit | undefined {
  const actor = named.at(-1);
  const address = input instanceof Request ? input.url : String(input);
  const isChange = !["GET", "HEAD"].includes(init?.method ?? "GET") && /\/(rest|functions)\/v1\//.test(address);
  if (actor === undefined || !isChange) return init;
  const headers = new Headers(init?.headers);
  headers.set("x-acting-as", JSON.stringify(actor).replaceAll(/[^ -~]/g, escaped));
  return { ...init, headers };
}

/** A header holds ASCII, an ID any letter. */
const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** The one that speaks now. */
export const actingIdentity = (): Identity => acting.at(-1) ?? "account";

/**
 * The acting identity's client, made once.
 * @throws DataError when the configuration cannot be fetched; the next call tries again.
 */
export const getClient = (): Promise<Client> => getClientOf(actingIdentity());

/** The client of an identity, whoever acts. @throws DataError as `getClient` does. */
export function getClientOf(wanted: Identity): Promise<Client> {
  const identity = areApart ? wanted : "account";
  const known = clients.get(identity);
  if (known !== undefined) return known;
  const auth = { storageKey: authStorageKey(identity), detectSessionInUrl: false };
  const creating = connect(auth, () => tellRefused(identity));
  clients.set(identity, creating);
  if (areApart && identity === "account") void creating.then(watchAccount, () => undefined);
  creating.catch(() => clients.delete(identity));
  return creating;
}

/** Where an identity's login lies in browser storage. */
export const authStorageKey = (identity: Identity): string =>
  identity === "account" ? AUTH_STORAGE_KEY : `${AUTH_STORAGE_KEY}.${identity}`;

const accountListeners = new Set<() => void>();

/** Calls back when another e-mail account is signed in than before, or none, where identities are apart. */
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

/** Calls back when the server refuses something to an identity: its login may have ended. Gives back the way to stop. */
export function followRefusals(identity: Identity, listener: () => void): () => void {
  const listeners = refusalListeners.get(identity) ?? new Set();
  refusalListeners.set(identity, listeners.add(listener));
  return () => {
    listeners.delete(listener);
  };
}

/** Longer than the server lets a join wait (`joinPatienceMs` in server/realtime/socket-limits.ts), in milliseconds. */
const JOIN_TIMEOUT_MS = 35_000;

type AuthOptions = NonNullable<SupabaseClientOptions<"public">["auth"]>;

/**
 * A client that keeps nothing: a new account is made with it, because the service signs new accounts in at once and the
 * page's own client would follow (document 1 §8: the person signs in afterwards).
 */
export function createPassingClient(): Promise<Client> {
  passing += 1;
  // A key of its own: clients with one key would hear each other, and the library warns of them.
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
    // A join waits at the server for a database that is away, and for its turn: whoever left before would begin anew behind all others.
    realtime: { timeout: JOIN_TIMEOUT_MS },
    global: {
      fetch: async (input, init) => {
        const answer = await fetchRenewed(input, withActor(input, init));
        noteAnswer(answer);
        if (answer.status === 401 || answer.status === 403) onRefused?.();
        return answer;
      },
    },
  });
  // Reads that fail would be repeated for 7 seconds before anybody is told, and createClient has no option for it. The cache
  // asks once more by itself, and screens offer to try again.
  (client as unknown as { rest: { retry: boolean } }).rest.retry = false;
  return client;
}
