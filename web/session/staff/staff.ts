/** What administrators do with people's accounts, as hooks: the calls are the running profile's. */
import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { adminAccountQueries } from "#data/admin_accounts/queries.ts";
import { credentialQueries } from "#data/admin_user_credentials/queries.ts";
import { aseEmployeeQueries } from "#data/ase_employees/queries.ts";
import { attendantDeletionLogQueries } from "#data/attendant_deletion_logs/queries.ts";
import { attendantQueries } from "#data/attendants/queries.ts";
import { defineMutation } from "#data/define-mutation.ts";
import { projectAttendantQueries } from "#data/project_attendants/queries.ts";
import { removeSecondFactor, setPassword } from "#data/staff_accounts/mutations.ts";
import { getStaffActions } from "../profile.ts";
import type { StaffActions } from "./staff-actions.ts";

type Input<Name extends keyof StaffActions> = Parameters<StaffActions[Name]>[0];

/** The hook of one action of the running profile. `lists` are fetched again, also when somebody else was faster. */
function defineAction<Name extends keyof StaffActions>(name: Name, lists: readonly QueryKey[]) {
  return function useStaffAction(): UseMutationResult<void, Error, Input<Name>> {
    const cache = useQueryClient();
    // The code of the actions is fetched with the screen: where it is needed there may be no network.
    useEffect(() => void getStaffActions().catch(() => undefined), []);
    const refetch = () => Promise.all(lists.map((queryKey) => cache.invalidateQueries({ queryKey })));
    return useMutation({
      mutationFn: async (input: Input<Name>) => {
        const actions = await getStaffActions();
        await (actions[name] as (input: Input<Name>) => Promise<void>)(input);
      },
      onSuccess: refetch,
      onError: () => void refetch(),
    });
  };
}

export const useAddAttendant = defineAction("addAttendant", [attendantQueries.all]);
export const useRemoveAttendant = defineAction("removeAttendant", [
  attendantQueries.all,
  attendantDeletionLogQueries.all,
]);
export const useAddAdmin = defineAction("addAdmin", [adminAccountQueries.all]);
export const useRemoveAdmin = defineAction("removeAdmin", [adminAccountQueries.all]);
export const useAddOperator = defineAction("addOperator", [projectAttendantQueries.all]);
export const useRemoveOperator = defineAction("removeOperator", [
  projectAttendantQueries.all,
  attendantDeletionLogQueries.all,
]);
export const useAddChauffeur = defineAction("addChauffeur", [projectAttendantQueries.all]);
export const useRemoveChauffeur = defineAction("removeChauffeur", [projectAttendantQueries.all]);
export const useAddEmployee = defineAction("addEmployee", [aseEmployeeQueries.all]);
export const useChangeEmployee = defineAction("changeEmployee", [aseEmployeeQueries.all]);
export const useRemoveEmployee = defineAction("removeEmployee", [aseEmployeeQueries.all]);
export const useRemoveEmailAccount = defineAction("removeEmailAccount", [credentialQueries.all]);

/** Gives an account a new password, where passwords cannot be read. @throws DataError */
export const useSetPassword = defineMutation(setPassword);

/** Removes the second factor of somebody who lost it. @throws DataError */
export const useRemoveSecondFactor = defineMutation(removeSecondFactor);
