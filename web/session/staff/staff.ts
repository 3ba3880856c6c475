/** The actions of administrators on people's accounts, as hooks; the running profile makes the calls. */
// Actions are built from these mutations, as from `defineMutation` in data/.
// oxlint-disable-next-line no-restricted-imports
import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Acting, useActing } from "#data/acting.ts";
import { adminAccountQueries } from "#data/admin_accounts/queries.ts";
import { credentialQueries } from "#data/admin_user_credentials/queries.ts";
import { aseEmployeeQueries } from "#data/ase_employees/queries.ts";
import { attendantDeletionLogQueries } from "#data/attendant_deletion_logs/queries.ts";
import { attendantQueries } from "#data/attendants/queries.ts";
import { projectAttendantQueries } from "#data/project_attendants/queries.ts";
import { getStaffActions } from "../profile/profile.ts";
import type { StaffActions } from "./staff-actions.ts";

type Input<Name extends keyof StaffActions> = Parameters<StaffActions[Name]>[1];

/** Makes the hook of one action of the running profile. `lists` are fetched again, also when another person was faster. */
function defineStaffMutation<Name extends keyof StaffActions>(name: Name, lists: readonly QueryKey[]) {
  return function useStaffAction(): UseMutationResult<void, Error, Input<Name>> {
    const acting = useActing();
    const cache = useQueryClient();
    // The code of the actions loads with the screen, because there may be no network later.
    useEffect(() => void getStaffActions().catch(() => undefined), []);
    const refetch = () => Promise.all(lists.map((queryKey) => cache.invalidateQueries({ queryKey })));
    return useMutation({
      mutationFn: async (input: Input<Name>) => {
        const actions = await getStaffActions();
        await (actions[name] as (acting: Acting, input: Input<Name>) => Promise<void>)(acting, input);
      },
      onSuccess: refetch,
      onError: () => void refetch(),
    });
  };
}

export const useAddAttendant = defineStaffMutation("addAttendant", [attendantQueries.all]);
export const useRemoveAttendant = defineStaffMutation("removeAttendant", [
  attendantQueries.all,
  attendantDeletionLogQueries.all,
]);
export const useAddAdmin = defineStaffMutation("addAdmin", [adminAccountQueries.all]);
export const useRemoveAdmin = defineStaffMutation("removeAdmin", [adminAccountQueries.all]);
export const useAddOperator = defineStaffMutation("addOperator", [projectAttendantQueries.all]);
export const useRemoveOperator = defineStaffMutation("removeOperator", [
  projectAttendantQueries.all,
  attendantDeletionLogQueries.all,
]);
export const useAddChauffeur = defineStaffMutation("addChauffeur", [projectAttendantQueries.all]);
export const useRemoveChauffeur = defineStaffMutation("removeChauffeur", [projectAttendantQueries.all]);
export const useAddEmployee = defineStaffMutation("addEmployee", [aseEmployeeQueries.all]);
export const useChangeEmployee = defineStaffMutation("changeEmployee", [aseEmployeeQueries.all]);
export const useRemoveEmployee = defineStaffMutation("removeEmployee", [aseEmployeeQueries.all]);
export const useRemoveEmailAccount = defineStaffMutation("removeEmailAccount", [credentialQueries.all]);
