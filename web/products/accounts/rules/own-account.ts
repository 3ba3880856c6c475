import { SUPER_ADMIN_EMAIL } from "#contract/projects.ts";

/** Whether a credential is the super admin's own, which is never removed (document 2 §6). */
export const isOwnAccount = (email: string): boolean => email.trim().toLowerCase() === SUPER_ADMIN_EMAIL;
