/** Reads the attendants that admins added under "Hantera konton". */
import { DISPATCH_PROJECT } from "#contract/projects.ts";
import { idKey } from "#contract/staff-address.ts";
import type { Acting } from "../acting.ts";
import { findAdminAccount } from "../admin_accounts/queries.ts";
import type { Row } from "../live.ts";
import { listNewest } from "../list-in-pages.ts";
import { peopleOfSite } from "../site-people.ts";
import { findProjectAttendant, type Presence, presenceOf, type StoredLogin } from "../project_attendants/queries.ts";
import { unwrap } from "../unwrap.ts";
import { queryOptions } from "../use-query.ts";

/** An added attendant, with the password as it stands in the table, readable or hashed (document 1 §6). */
export type Attendant = Omit<Row<"attendants">, "site_id" | "user_key" | "deactivated_at" | "deactivated_by">;

const COLUMNS = "id, account_id, project_id, user_id, password, discord_username, created_at, renamed_from" as const;
const PAGE_SIZE = 100;

/** The attendant with this ID, in any case of letters, or null (document 1 §7). */
async function findAttendant(
  acting: Acting,
  userId: string,
): Promise<(StoredLogin & { project_id: string | null }) | null> {
  const client = await acting.client();
  const attendants = () =>
    client.from("attendants").select("user_id, password, discord_username, project_id, deactivated_at");
  const found = unwrap(await attendants().eq("user_id", userId).maybeSingle());
  return found ?? unwrap(await attendants().eq("user_key", idKey(userId)).maybeSingle());
}

/** The login of an attendant with this ID: one of the project's people, or else an attendant that an admin added (decisions §3). */
export async function findAttendantAt(
  acting: Acting,
  userId: string,
  project: string | undefined,
): Promise<StoredLogin | null> {
  const inProject = await findProjectAttendant(acting, userId, project ?? DISPATCH_PROJECT);
  if (inProject !== null) return inProject;
  const added = await findAttendant(acting, userId);
  const belongsHere = added !== null && (project === undefined || (added.project_id ?? project) === project);
  return belongsHere ? added : null;
}

export const attendantQueries = {
  all: ["attendants"] as const,
  /** The key of all queries whether a person still exists. */
  allThere: ["attendants", "is-there"] as const,
  /** Whether a person can log in with this ID as an attendant of the project. */
  presence: (project: string | undefined, userId: string) =>
    queryOptions({
      queryKey: ["attendants", "is-there", "attendant", project, userId] as const,
      queryFn: async (acting): Promise<Presence> => presenceOf(await findAttendantAt(acting, userId, project)),
    }),
  /** Whether a person is an admin of the project, or an attendant: attendants may open the admins' screens too (decisions §3). */
  adminPresence: (project: string, userId: string) =>
    queryOptions({
      queryKey: ["attendants", "is-there", "admin", project, userId] as const,
      queryFn: async (acting): Promise<Presence> => {
        const admin = await findAdminAccount(acting, userId);
        if (admin !== null && (admin.project_id ?? project) === project) return presenceOf(admin);
        return presenceOf(await findAttendantAt(acting, userId, project));
      },
    }),
  /** The added attendants who log in at a project, newest first. */
  list: (project: string) =>
    listNewest({
      queryKey: ["attendants", "list", project],
      size: PAGE_SIZE,
      rows: (client) => client.from("attendants").select(COLUMNS).or(peopleOfSite(project)),
    }),
};
