/** Reading attendants that admins added under "Hantera konton". */
import { queryOptions } from "@tanstack/react-query";
import { DISPATCH_PROJECT } from "#contract/projects.ts";
import { idKey } from "#contract/staff-address.ts";
import { findAdminAccount } from "../admin_accounts/queries.ts";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { listNewest } from "../list-in-pages.ts";
import { ofProjectOrNone } from "../of-site.ts";
import { findProjectAttendant, type StoredLogin } from "../project_attendants/queries.ts";
import { unwrap } from "../unwrap.ts";

/** An added attendant; the password as it stands in the table, readable or hashed (document 1 §6). */
export type Attendant = Omit<Row<"attendants">, "site_id" | "user_key">;

const COLUMNS = "id, account_id, project_id, user_id, password, discord_username, created_at, renamed_from" as const;
const PAGE_SIZE = 100;

/** The attendant with this ID, also typed in another case, or null (document 1 §7). */
async function findAttendant(userId: string): Promise<(StoredLogin & { project_id: string | null }) | null> {
  const client = await getClient();
  const attendants = () => client.from("attendants").select("user_id, password, discord_username, project_id");
  const found = unwrap(await attendants().eq("user_id", userId).maybeSingle());
  return found ?? unwrap(await attendants().eq("user_key", idKey(userId)).maybeSingle());
}

/** Who logs in with an ID as an attendant: one of the project's people, else somebody whom an admin added (decisions §3). */
export async function findAttendantAt(userId: string, project: string | undefined): Promise<StoredLogin | null> {
  const inProject = await findProjectAttendant(userId, project ?? DISPATCH_PROJECT);
  if (inProject !== null) return inProject;
  const added = await findAttendant(userId);
  const belongsHere = added !== null && (project === undefined || (added.project_id ?? project) === project);
  return belongsHere ? added : null;
}

export const attendantQueries = {
  all: ["attendants"] as const,
  /** All questions whether somebody is still there. */
  allThere: ["attendants", "is-there"] as const,
  /** Whether somebody can log in with an ID as an attendant of the project. */
  isThere: (project: string | undefined, userId: string) =>
    queryOptions({
      queryKey: ["attendants", "is-there", "attendant", project, userId] as const,
      queryFn: async (): Promise<boolean> => (await findAttendantAt(userId, project)) !== null,
    }),
  /** Whether somebody is an admin of the project, or an attendant, who is let in to its admins' screens too (decisions §3). */
  isAdminThere: (project: string, userId: string) =>
    queryOptions({
      queryKey: ["attendants", "is-there", "admin", project, userId] as const,
      queryFn: async (): Promise<boolean> => {
        const admin = await findAdminAccount(userId);
        if (admin !== null && (admin.project_id ?? project) === project) return true;
        return (await findAttendantAt(userId, project)) !== null;
      },
    }),
  /** The added attendants who log in at a project, newest first. */
  list: (project: string) =>
    listNewest({
      queryKey: ["attendants", "list", project],
      size: PAGE_SIZE,
      rows: (client) => client.from("attendants").select(COLUMNS).or(ofProjectOrNone(project)),
    }),
};
