import { AMBULANCE_PATH, DISPATCH_PROJECT, REAL_ESTATE_PATH, TAXI_PROJECT } from "#contract/projects.ts";
import { paths } from "#shared/paths.ts";
import { dashboardTexts as texts } from "./dashboard-texts.ts";

/** A card of the role dialog. */
export type RoleCard = { name: string; hint: string; to: string };
/** The destination of a project code: an address, or a choice of roles. */
export type Destination = { to: string } | { roles: readonly [RoleCard, RoleCard] };

/** The destination of a project, by its path (document 1 §2). */
export function destinationOf(path: string): Destination {
  if (path === REAL_ESTATE_PATH) return { to: paths.listings() };
  const { role } = texts;
  if (path === AMBULANCE_PATH) {
    return {
      roles: [
        { name: role.employee, hint: role.employeeHint, to: paths.ambulanceEmployeeLogin() },
        { name: role.admin, hint: role.adminHint, to: paths.ambulanceAdminLogin() },
      ],
    };
  }
  const hints = HINTS.get(path) ?? role.hints.parking;
  return {
    roles: [
      { name: role.operator, hint: hints.operator, to: paths.projectAs(path, "operator") },
      { name: role.administrator, hint: hints.administrator, to: paths.projectAs(path, "administrator") },
    ],
  };
}

/** The hints for the two roles, in projects that are no parkings. */
const HINTS = new Map<string, { operator: string; administrator: string }>([
  [DISPATCH_PROJECT, texts.role.hints.dispatch],
  [TAXI_PROJECT, texts.role.hints.taxi],
]);
