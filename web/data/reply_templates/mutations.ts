/** Adds and changes a site's reply templates for objections. */
import type { Acting } from "../acting.ts";
import { ask } from "../ask.ts";
import { DataError } from "../data-error.ts";
import { defineMutation } from "../define-mutation.ts";
import { unwrap } from "../unwrap.ts";
import { type ReplyTemplate, replyTemplateQueries } from "./queries.ts";

/** The fields that people type. */
export type TypedTemplate = Pick<ReplyTemplate, "kind" | "title" | "text" | "sort_order">;

/** Adds a template; the caller makes `id`. @throws DataError 23505 when a template has that id. */
export async function addReplyTemplate(
  acting: Acting,
  template: TypedTemplate & { id: string; project_id: string },
): Promise<void> {
  await ask(acting, (client) => client.from("reply_templates").insert(template));
}

/** Changes a template as it was read, or takes it out of use. @throws DataError `gone` when another person changed it meanwhile. */
export async function changeReplyTemplate(
  acting: Acting,
  {
    seen: { id, updated_at },
    change,
  }: {
    seen: Pick<ReplyTemplate, "id" | "updated_at">;
    change: Partial<TypedTemplate & Pick<ReplyTemplate, "is_active">>;
  },
): Promise<void> {
  const client = await acting.client();
  const rows = client.from("reply_templates").update(change).eq("id", id).eq("updated_at", updated_at);
  if (unwrap(await rows.select("id")).length === 0) throw new DataError("gone", "The template was changed meanwhile");
}

export const useAddReplyTemplate = defineMutation(addReplyTemplate, [replyTemplateQueries.all]);
export const useChangeReplyTemplate = defineMutation(changeReplyTemplate, [replyTemplateQueries.all]);
