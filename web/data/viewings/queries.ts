/** Reads the viewings of a property, and who signed up (document 5 §5). */
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

export type Viewing = Pick<
  Row<"viewings">,
  "id" | "property_id" | "starts_at" | "ends_at" | "places" | "places_left" | "note" | "cancelled_at"
>;

/** A sign-up of this device's key for a viewing to come. */
export type OwnSignup = {
  id: string;
  viewing_id: string;
  property_id: string;
  title: string;
  starts_at: string;
  ends_at: string;
  note: string;
  people: number;
  is_cancelled: boolean;
};

/** A sign-up as agents read it. */
export type Signup = {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  people: number;
  cancelled_at: string | null;
};

type Listed = { outcome: "listed"; signups: Signup[] } | { outcome: "gone" };

/**
 * The interval of the fetches of viewings and of one's own sign-ups, in milliseconds. Nobody is told live what an agent changes for others,
 * and hosted Supabase does not tell that a full viewing has left the public list.
 */
export const VIEWINGS_POLL_MS = 60_000;
const MOST = 200;
const COLUMNS = "id, property_id, starts_at, ends_at, places, places_left, note, cancelled_at";

export const viewingQueries = {
  all: ["viewings"] as const,
  /** The viewings of a property: those that are not over, or for agents all. */
  ofProperty: (propertyId: string, whole: boolean) =>
    queryOptions({
      queryKey: ["viewings", "property", propertyId, whole] as const,
      queryFn: (acting, { signal }) =>
        ask(acting, (client) => {
          const list = client.from("viewings").select(COLUMNS).eq("property_id", propertyId);
          return (whole ? list : list.gt("ends_at", new Date().toISOString()))
            .order("starts_at")
            .order("id")
            .limit(MOST)
            .abortSignal(signal);
        }),
    }),
  own: (key: string) =>
    queryOptions({
      queryKey: ["viewings", "own", key] as const,
      refetchInterval: VIEWINGS_POLL_MS,
      queryFn: async (acting, { signal }) =>
        (
          (await ask(acting, (client) => client.rpc("my_viewings", { key }).abortSignal(signal))) as {
            signups: OwnSignup[];
          }
        ).signups,
    }),
  /** Who comes to a viewing; the trail notes each look. */
  signups: (viewingId: string, agent: string) =>
    queryOptions({
      queryKey: ["viewings", "signups", viewingId, agent] as const,
      queryFn: async (acting, { signal }) => {
        const call = { viewing_id: viewingId, acting_as: agent };
        const answer = (await ask(acting, (client) => client.rpc("list_signups", call).abortSignal(signal))) as Listed;
        return answer.outcome === "listed" ? answer.signups : [];
      },
    }),
};
