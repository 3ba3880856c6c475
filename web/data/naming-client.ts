/** The author's name on a change, for the trail of the database. */
import type { SessionKind } from "#contract/states.ts";
import type { Client } from "./client.ts";

/** A person of a kind, by the ID. */
type Actor = { kind: SessionKind; id: string };

/**
 * A client that names a person in every change, because the database cannot know (profile `specified`). It shares login, sockets and photos
 * with the client that it is made from.
 */
export function namingClient(client: Client, actor: Actor): Client {
  const parts = client as unknown as { fetch: typeof fetch; rest: object };
  const named: typeof fetch = (input, init) => parts.fetch(input, withActor(actor, input, init));
  const rest = Object.create(parts.rest, { fetch: { value: named } }) as object;
  return Object.create(client, { fetch: { value: named }, rest: { value: rest } }) as Client;
}

/** Adds the acting person's name to a change, for the trail of the database. */
function withActor(actor: Actor, input: RequestInfo | URL, init: RequestInit | undefined): RequestInit | undefined {
  const address = input instanceof Request ? input.url : String(input);
  const isChange = !["GET", "HEAD"].includes(init?.method ?? "GET") && /\/(rest|functions)\/v1\//.test(address);
  if (!isChange) return init;
  const headers = new Headers(init?.headers);
  headers.set("x-acting-as", JSON.stringify({ kind: actor.kind, id: actor.id }).replaceAll(/[^ -~]/g, escaped));
  return { ...init, headers };
}

/** A header can hold only ASCII, but an ID any letter. */
const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
