/** Reads the checklist of the ambulance's vehicles (document 5 §7). */
import { ask } from "../ask.ts";
import { fetchOrStored } from "../fetch-or-stored.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

export type ItemKind = "ok" | "number" | "date";
export type ChecklistItem = Pick<Row<"checklist_items">, "id" | "text" | "minimum" | "is_critical" | "is_active"> & {
  kind: ItemKind;
};

/** As many items as the list may have. */
const ITEMS_LIMIT = 100;

export const checklistQueries = {
  /** The items in their order, also those that rest. A crew's device keeps them. */
  items: () =>
    queryOptions({
      queryKey: ["checklist_items"] as const,
      queryFn: (acting, { signal }): Promise<ChecklistItem[]> =>
        fetchOrStored(
          acting,
          "checklist",
          async () =>
            (await ask(acting, (client) =>
              client
                .from("checklist_items")
                .select("id, text, kind, minimum, is_critical, is_active")
                .order("sort_order")
                .order("id")
                .limit(ITEMS_LIMIT)
                .abortSignal(signal),
            )) as ChecklistItem[],
        ),
    }),
};
