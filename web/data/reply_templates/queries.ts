/** Reads a site's reply templates for objections. */
import type { Row } from "../live.ts";
import { unwrap } from "../unwrap.ts";
import { queryOptions } from "../use-query.ts";

/** The decision that a template is for. */
export type ReplyKind = "accepted" | "rejected";
export type ReplyTemplate = Omit<Row<"reply_templates">, "site_id" | "created_at" | "kind"> & { kind: ReplyKind };

export const replyTemplateQueries = {
  all: ["reply_templates"] as const,
  /** The templates of a site in their order, inactive ones too. */
  list: (project: string) =>
    queryOptions({
      queryKey: ["reply_templates", "list", project] as const,
      queryFn: async (acting, { signal }): Promise<ReplyTemplate[]> => {
        const client = await acting.client();
        const columns = "id, project_id, updated_at, kind, title, text, sort_order, is_active" as const;
        const rows = client.from("reply_templates").select(columns).eq("project_id", project);
        const ordered = rows.order("sort_order").order("id").limit(200).abortSignal(signal);
        return unwrap(await ordered) as ReplyTemplate[];
      },
    }),
};
