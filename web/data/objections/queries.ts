/** Reads the objections of drivers and their decisions, for admins of the site. */
import type { Acting } from "../acting.ts";
import { CASE_PHOTOS } from "../fine_photos/photo-path.ts";
import type { Row } from "../live.ts";
import { RENEW_PHOTOS_MS, signPaths } from "../stored-files.ts";
import { unwrap } from "../unwrap.ts";
import { queryOptions } from "../use-query.ts";

const COLUMNS =
  "id, fine_id, name, email, address, text, photos, ground, received_at, received_by, lang, assigned_to, decision, reply, decided_by, decided_at" as const;

export type Objection = Pick<
  Row<"objections">,
  | "id"
  | "fine_id"
  | "name"
  | "email"
  | "address"
  | "text"
  | "ground"
  | "received_at"
  | "received_by"
  | "lang"
  | "assigned_to"
  | "decision"
  | "reply"
  | "decided_by"
  | "decided_at"
> & { photos: ListedPhoto[] };

/** A photo that an objection lists. Its file may come later, or never. */
export type ListedPhoto = { id: string; path: string };

/** More objections than any case has. */
const MOST = 100;

/** The objections of a case, newest first. @throws DataError */
export async function listObjections(acting: Acting, fineId: string, signal: AbortSignal): Promise<Objection[]> {
  const client = await acting.client();
  const rows = client.from("objections").select(COLUMNS).eq("fine_id", fineId);
  return unwrap(await rows.order("created_at", { ascending: false }).limit(MOST).abortSignal(signal)) as Objection[];
}

/** The interval of the check for missing files, in milliseconds: a driver's photos arrive after the objection. */
const MISSING_MS = 5000;

/** The addresses of an objection's photos; null for a file that has not arrived. */
export const objectionPhotosQuery = (objectionId: string, photos: readonly ListedPhoto[]) =>
  queryOptions({
    queryKey: ["objections", "photos", objectionId, photos.length] as const,
    queryFn: async (acting) => {
      const addresses = await signPaths(
        acting,
        CASE_PHOTOS,
        photos.map(({ path }) => path),
      );
      return photos.map(({ id, path }) => ({ id, address: addresses.get(path) ?? null }));
    },
    refetchInterval: ({ state }) =>
      state.data?.some(({ address }) => address === null) === true ? MISSING_MS : RENEW_PHOTOS_MS,
  });
