/** Reads the stored passwords, newest first. They are readable in the profile `specified`, as document 1 §6 asks. */
import { REFETCH_MS } from "#contract/limits.ts";
import type { Row } from "../live.ts";
import { listNewest } from "../list-in-pages.ts";

export type UserPassword = Pick<Row<"user_passwords">, "id" | "user_id" | "email" | "password_text" | "created_at">;

const PAGE_SIZE = 100;

export const userPasswordQueries = {
  /** The passwords; fetched again every 30 s (document 1 §7 and §9). */
  list: () =>
    listNewest({
      queryKey: ["user_passwords", "list"],
      size: PAGE_SIZE,
      refetchInterval: REFETCH_MS.userPasswords,
      rows: (client) => client.from("user_passwords").select("id, user_id, email, password_text, created_at"),
    }),
};
