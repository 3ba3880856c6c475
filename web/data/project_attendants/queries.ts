/** Reads the people of a project: attendants, operators, chauffeurs. */
import { idKey } from "#contract/staff-address.ts";
import type { Acting } from "../acting.ts";
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";
import { queryOptions } from "../use-query.ts";

/** A person's stored login. The password is as it stands in the table, readable or hashed; null in the profile `hardened`. */
export type StoredLogin = {
  user_id: string;
  password: string | null;
  discord_username: string | null;
  deactivated_at: string | null;
};

/** Whether a person still works here: an account may be gone, or deactivated. */
export type Presence = "there" | "gone" | "deactivated";

export const presenceOf = (row: { deactivated_at: string | null } | null): Presence => {
  if (row === null) return "gone";
  return row.deactivated_at === null ? "there" : "deactivated";
};

/** The person of this project with this ID, in any case of letters, or null (document 1 §7). */
export async function findProjectAttendant(
  acting: Acting,
  userId: string,
  project: string,
): Promise<StoredLogin | null> {
  const client = await acting.client();
  const find = (column: "user_id" | "user_key", id: string) =>
    client
      .from("project_attendants")
      .select("user_id, password, discord_username, deactivated_at")
      .eq(column, id)
      .eq("project_id", project)
      .maybeSingle();
  return unwrap(await find("user_id", userId)) ?? unwrap(await find("user_key", idKey(userId)));
}

/** A person of a project, as its administrator sees them. */
export type ProjectPerson = Pick<
  Row<"project_attendants">,
  "id" | "account_id" | "user_id" | "password" | "discord_username" | "created_at" | "renamed_from"
>;

/** More people than any project has. */
const PEOPLE_LIMIT = 1000;

export const projectAttendantQueries = {
  all: ["project_attendants"] as const,
  /** Whether the person of a project with this ID still works there. */
  presence: (project: string, userId: string) =>
    queryOptions({
      queryKey: ["project_attendants", "project", project, "is-there", userId] as const,
      queryFn: async (acting): Promise<Presence> => presenceOf(await findProjectAttendant(acting, userId, project)),
    }),

  /** The people of a project, newest first (document 2 §7). */
  ofProject: (project: string) =>
    queryOptions({
      queryKey: ["project_attendants", "project", project] as const,
      queryFn: (acting, { signal }): Promise<ProjectPerson[]> =>
        ask(acting, (client) =>
          client
            .from("project_attendants")
            .select("id, account_id, user_id, password, discord_username, created_at, renamed_from")
            .eq("project_id", project)
            .order("created_at", { ascending: false })
            .order("id", { ascending: false })
            .limit(PEOPLE_LIMIT)
            .abortSignal(signal),
        ),
    }),
};
