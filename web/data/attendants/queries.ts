/** Reading attendants that admins added under "Hantera konton". */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { getClient } from "../client.ts";
import type { Row } from "../live.ts";
import { type NewestCursor, newestPage, nextNewest } from "../newest-first.ts";
import type { StoredLogin } from "../project_attendants/queries.ts";
import { unwrap } from "../unwrap.ts";

/** An added attendant; the password as it stands in the table, readable or hashed (document 1 §6). */
export type Attendant = Row<"attendants">;

const COLUMNS = "id, account_id, project_id, user_id, password, discord_username, created_at" as const;
const PAGE_SIZE = 100;

/** The attendant with this ID, or null (document 1 §7). */
export async function findAttendant(userId: string): Promise<(StoredLogin & { project_id: string | null }) | null> {
  const client = await getClient();
  return unwrap(
    await client
      .from("attendants")
      .select("user_id, password, discord_username, project_id")
      .eq("user_id", userId)
      .maybeSingle(),
  );
}

export const attendantQueries = {
  all: ["attendants"] as const,
  /** The added attendants of a project, newest first. */
  list: (project: string) =>
    infiniteQueryOptions({
      queryKey: ["attendants", "list", project] as const,
      initialPageParam: null as NewestCursor | null,
      queryFn: ({ pageParam, signal }) => listAttendants(project, pageParam, signal),
      getNextPageParam: (page) => nextNewest(page, PAGE_SIZE),
    }),
};

async function listAttendants(project: string, after: NewestCursor | null, signal: AbortSignal): Promise<Attendant[]> {
  const client = await getClient();
  const rows = client.from("attendants").select(COLUMNS).eq("project_id", project);
  return unwrap(await newestPage(rows, { after, size: PAGE_SIZE, signal }));
}
