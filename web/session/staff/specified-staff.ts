/** People's accounts in the profile `specified`: rows with a readable password, as documents 1 §7 and 2 §7 say. */
import { deleteAdminAccount, insertAdminAccount } from "#data/admin_accounts/mutations.ts";
import { deleteCredential } from "#data/admin_user_credentials/mutations.ts";
import { deleteAseEmployee, insertAseEmployee, updateAseEmployee } from "#data/ase_employees/mutations.ts";
import { deleteAttendant, insertAttendant } from "#data/attendants/mutations.ts";
import { deleteChauffeur, deleteOperator, insertProjectPerson } from "#data/project_attendants/mutations.ts";
import type { StaffActions } from "./staff-actions.ts";

export const specifiedStaffActions: StaffActions = {
  addAttendant: insertAttendant,
  removeAttendant: deleteAttendant,
  addAdmin: insertAdminAccount,
  removeAdmin: (acting, { id }) => deleteAdminAccount(acting, id),
  addOperator: insertProjectPerson,
  removeOperator: deleteOperator,
  addChauffeur: insertProjectPerson,
  removeChauffeur: deleteChauffeur,
  addEmployee: (acting, { employee_id, name, created_by }) =>
    insertAseEmployee(acting, { employee_id, name, created_by }),
  changeEmployee: (acting, { employee, ...draft }) => updateAseEmployee(acting, { ...draft, id: employee.id }),
  removeEmployee: (acting, { id }) => deleteAseEmployee(acting, id),
  removeEmailAccount: deleteCredential,
};
