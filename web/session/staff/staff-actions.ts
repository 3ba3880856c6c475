/** The actions of administrators on people's accounts, in both security profiles: add, change and remove (decisions §4). */
import type { Acting } from "#data/acting.ts";
import type { NewAdminAccount } from "#data/admin_accounts/mutations.ts";
import type { AdminAccount } from "#data/admin_accounts/queries.ts";
import type { Credential } from "#data/admin_user_credentials/queries.ts";
import type { AseEmployeeDraft } from "#data/ase_employees/mutations.ts";
import type { AseEmployee } from "#data/ase_employees/queries.ts";
import type { AttendantRemoval, NewAttendant } from "#data/attendants/mutations.ts";
import type { NewProjectPerson, OperatorRemoval, Removal } from "#data/project_attendants/mutations.ts";

export type NewEmployee = AseEmployeeDraft & { created_by: string; password?: string };
/** The account of an admin, and the person who removes it. */
export type AdminRemoval = Pick<AdminAccount, "id" | "account_id" | "user_id"> & { removedBy: string };
export type ChangedEmployee = AseEmployeeDraft & { employee: Pick<AseEmployee, "id" | "account_id"> };

/**
 * Each call throws a DataError: 23505 when the ID is taken, `gone` when another person removed the account first. The removal of attendants
 * and operators is logged before.
 */
export type StaffActions = {
  addAttendant: (acting: Acting, attendant: NewAttendant) => Promise<void>;
  removeAttendant: (acting: Acting, removal: AttendantRemoval) => Promise<void>;
  addAdmin: (acting: Acting, account: NewAdminAccount) => Promise<void>;
  removeAdmin: (acting: Acting, removal: AdminRemoval) => Promise<void>;
  addOperator: (acting: Acting, operator: NewProjectPerson) => Promise<void>;
  removeOperator: (acting: Acting, removal: OperatorRemoval) => Promise<void>;
  addChauffeur: (acting: Acting, chauffeur: NewProjectPerson) => Promise<void>;
  /** The chauffeur's car is given back first, because nobody else could release it afterwards. */
  removeChauffeur: (acting: Acting, removal: Removal) => Promise<void>;
  addEmployee: (acting: Acting, employee: NewEmployee) => Promise<void>;
  changeEmployee: (acting: Acting, change: ChangedEmployee) => Promise<void>;
  removeEmployee: (acting: Acting, employee: Pick<AseEmployee, "id" | "account_id">) => Promise<void>;
  /** Removes an e-mail account that an admin made. */
  removeEmailAccount: (acting: Acting, credential: Pick<Credential, "id" | "email">) => Promise<void>;
};
