/** People's accounts in the profile `hardened`: the server makes, changes and removes them, and knows the caller (decisions §4). */
import { AMBULANCE_PATH } from "#contract/projects.ts";
import type { SessionKind } from "#contract/states.ts";
import type { Acting } from "#data/acting.ts";
import { refuseProtectedId } from "#data/admin_accounts/mutations.ts";
import { logAttendantRemoval, type NewAttendant } from "#data/attendants/mutations.ts";
import { DataError } from "#data/data-error.ts";
import { logOperatorRemoval } from "#data/project_attendants/mutations.ts";
import { createStaffAccount, deleteAccount, updateStaffAccount } from "#data/staff_accounts/mutations.ts";
import { releaseAnySlot } from "#data/vehicle_registrations/mutations.ts";
import type { StaffActions } from "./staff-actions.ts";

const addPerson =
  (kind: SessionKind) =>
  (
    acting: Acting,
    { project_id: project, user_id: userId, password, discord_username: discordUsername }: NewAttendant,
  ) =>
    createStaffAccount(acting, { kind, project, userId, password, discordUsername });

/** Removes the account of a row, and the row with it. @throws DataError `gone` when the row has no account any more. */
async function remove(acting: Acting, accountId: string | null): Promise<void> {
  await deleteAccount(acting, { accountId: present(accountId) });
}

function present(accountId: string | null): string {
  if (accountId === null) throw new DataError("gone", "The account no longer exists");
  return accountId;
}

export const hardenedStaffActions: StaffActions = {
  addAttendant: addPerson("attendant"),
  removeAttendant: async (acting, removal) => {
    await logAttendantRemoval(acting, removal);
    await remove(acting, removal.attendant.account_id);
  },
  addAdmin: async (acting, { project_id: project, user_id: userId, password }) => {
    refuseProtectedId(userId);
    await createStaffAccount(acting, { kind: "admin", project, userId, password });
  },
  removeAdmin: (acting, account) => remove(acting, account.account_id),
  addOperator: addPerson("operator"),
  removeOperator: async (acting, removal) => {
    await logOperatorRemoval(acting, removal);
    await remove(acting, removal.accountId);
  },
  addChauffeur: addPerson("chauffeur"),
  removeChauffeur: async (acting, { project, userId, accountId }) => {
    await releaseAnySlot(acting, { project, chauffeurId: userId });
    await remove(acting, accountId);
  },
  addEmployee: (acting, { employee_id: userId, name, password = "" }) =>
    createStaffAccount(acting, { kind: "ase-employee", project: AMBULANCE_PATH, userId, name, password }),
  changeEmployee: (acting, { employee, employee_id: userId, name }) =>
    updateStaffAccount(acting, { accountId: present(employee.account_id), userId, name }),
  removeEmployee: (acting, employee) => remove(acting, employee.account_id),
  removeEmailAccount: (acting, { id }) => deleteAccount(acting, { credentialId: id }),
};
