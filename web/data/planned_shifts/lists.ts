/** Positions of the ambulance, who has which, and the settings of its plan (document 5 §7). */
import type { ActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import type { Json } from "../database.gen.ts";
import { definePersonMutation } from "../define-mutation.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

export type AseSettings = Pick<Row<"ase_settings">, "offers_need_admin" | "leave_hours" | "positions"> & {
  sign_up: "approved" | "at_once";
  /** Whether crews are asked to check their vehicle. */
  checklist: "off" | "ask";
};
export type EmployeePosition = Pick<Row<"ase_positions">, "employee_id" | "position">;

/** More positions than all employees have. */
const POSITIONS_LIMIT = 1000;

/** The settings that the plan begins with. */
const FIRST: AseSettings = {
  sign_up: "approved",
  offers_need_admin: true,
  leave_hours: 24,
  checklist: "off",
  positions: [],
};

export const aseSettingsQueries = {
  settings: () =>
    queryOptions({
      queryKey: ["ase_settings"] as const,
      queryFn: async (acting, { signal }): Promise<AseSettings> => {
        const row = await ask(acting, (client) =>
          client
            .from("ase_settings")
            .select("sign_up, offers_need_admin, leave_hours, checklist, positions")
            .eq("project_id", "ASE")
            .limit(1)
            .abortSignal(signal)
            .maybeSingle(),
        );
        return (row as AseSettings | null) ?? FIRST;
      },
    }),
  /** Which employee works in which position. */
  employeePositions: () =>
    queryOptions({
      queryKey: ["ase_positions"] as const,
      queryFn: (acting, { signal }): Promise<EmployeePosition[]> =>
        ask(acting, (client) =>
          client
            .from("ase_positions")
            .select("employee_id, position")
            .order("employee_id")
            .order("position")
            .limit(POSITIONS_LIMIT)
            .abortSignal(signal),
        ),
    }),
};

type ListAnswer = { outcome: "set" | "unchanged" } | { outcome: "changed"; now: Json; by: string | null };

/** Changes a list of the ambulance's admin, which is still as the screen showed it. */
export const useSetAseList = definePersonMutation(
  async (
    acting: ActingPerson,
    input: { what: "positions" | "employee_positions" | "certificate_types" | "checklist"; list: Json; expected: Json },
  ) => (await ask(acting, (client) => client.rpc("set_ase_list", { ...input, acting_as: acting.id }))) as ListAnswer,
  [["ase_settings"], ["ase_positions"], ["certificate_types"], ["checklist_items"], ["planned_shifts"]],
);

type SettingsAnswer =
  | { outcome: "set" | "unchanged" }
  | { outcome: "changed"; now: Partial<AseSettings>; by: string | null };

export const useSetAseSettings = definePersonMutation(
  async (
    acting: ActingPerson,
    input: { eventId: string; expected: Partial<AseSettings>; changes: Partial<AseSettings> },
  ) =>
    (await ask(acting, (client) =>
      client.rpc("set_settings", {
        product: "ase",
        project: "ASE",
        event_id: input.eventId,
        expected: input.expected,
        changes: input.changes,
        acting_as: acting.id,
      }),
    )) as SettingsAnswer,
  [["ase_settings"]],
);
