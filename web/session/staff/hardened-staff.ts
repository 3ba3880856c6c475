/** People's accounts in the profile `hardened`: the server makes, changes and removes them, and knows the caller (decisions §4). */
import { AMBULANCE_PATH } from "#contract/projects.ts";
import type { SessionKind } from "#contract/states.ts";
import { refuseProtectedId } from "#data/admin_accounts/mutations.ts";
import { logAttendantRemoval, type NewAttendant } from "#data/attendants/mutations.ts";
import { DataError } from "#data/data-error.ts";
import { logOperatorRemoval } from "#data/project_attendants/mutations.ts";
import { createStaffAccount, deleteAccount, updateStaffAccount } from "#data/staff_accounts/mutations.ts";
import { releaseAnySlot } from "#data/vehicle_registrations/mutations.ts";
import type { StaffActions } from "./staff-actions.ts";

const addPerson =
  (kind: SessionKind) =>
  ({ project_id: project, user_id: userId, password, discord_username: discordUsername }: NewAttendant) =>
    createStaffAccount({ kind, project, userId, password, discordUsername });

/** Removes the account of a row, and the row with it. @throws DataError `gone` when the row has no account any more. */
async function remove(accountId: string | null): Promise<void> {
  await deleteAccount({ accountId: present(accountId) });
}

function present(accountId: string | null): string {
  if (accountId === null) throw new DataError("gone", "The account no longer exists");
  return accountId;
}

export const hardenedStaffActions: StaffActions = {
  addAttendant: addPerson("attendant"),
  removeAttendant: async (removal) => {
    await logAttendantRemoval(removal);
    await remove(removal.attendant.account_id);
  },
  addAdmin: async ({ project_id: project, user_id: userId, password }) => {
    refuseProtectedId(userId);
    await createStaffAccount({ kind: "admin", project, userId, password });
  },
  removeAdmin: (account) => remove(account.account_id),
  addOperator: addPerson("operator"),
  removeOperator: async (removal) => {
    await logOperatorRemoval(removal);
    await remove(removal.accountId);
  },
  addChauffeur: addPerson("chauffeur"),
  removeChauffeur: async ({ project, userId, accountId }) => {
    await releaseAnySlot({ project, chauffeurId: userId });
    await remove(accountId);
  },
  addEmployee: ({ employee_id: userId, name, password = "" }) =>
    createStaffAccount({ kind: "ase-employee", project: AMBULANCE_PATH, userId, name, password }),
  changeEmployee: ({ employee, employee_id: userId, name }) =>
    updateStaffAccount({ accountId: present(employee.account_id), userId, name }),
  removeEmployee: (employee) => remove(employee.account_id),
  removeEmailAccount: ({ id }) => deleteAccount({ credentialId: id }),
};
