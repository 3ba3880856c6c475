/** What of the certificates needs somebody: expired, soon to expire, missing. Pure functions. */
import type { AseEmployee } from "#data/ase_employees/queries.ts";
import type { Certificate, CertificateType, OwnCertificate } from "#data/certificates/queries.ts";
import type { EmployeePosition } from "#data/planned_shifts/lists.ts";
import { addDays } from "#shared/format/dates.ts";

/** The admin looks as many days ahead. */
const SOON_DAYS = 30;

export type Missing = { employee_id: string; name: string | null; type: CertificateType };

const isIn = ({ expires_on: day }: Certificate, from: string, to: string) => day !== null && day >= from && day <= to;

/** The certificates in the lists of the admin. A certificate is valid on its last day. */
export function standOf(certificates: readonly Certificate[], today: string) {
  const soon = addDays(today, SOON_DAYS);
  return {
    expired: certificates.filter(({ expires_on: day }) => day !== null && day < today),
    soon: certificates.filter((each) => isIn(each, today, soon)),
    valid: certificates.filter(({ expires_on: day }) => day === null || day > soon),
  };
}

/** Who lacks a certificate that an own position needs. */
export function missingOf(
  employees: readonly AseEmployee[],
  positions: readonly EmployeePosition[],
  types: readonly CertificateType[],
  certificates: readonly Pick<Certificate, "employee_id" | "type_id">[],
): Missing[] {
  const has = new Set(certificates.map(({ employee_id: who, type_id: type }) => `${type} ${who}`));
  return employees.flatMap(({ employee_id, name }) => {
    const own = positions.filter(({ employee_id: who }) => who === employee_id).map(({ position }) => position);
    return types
      .filter(
        ({ id, is_active: isActive, positions: needed }) =>
          isActive && needed.some((position) => own.includes(position)) && !has.has(`${id} ${employee_id}`),
      )
      .map((type) => ({ employee_id, name, type }));
  });
}

/** An employee's own certificates that expire within the days that their kinds say, or have expired. */
export const expiringOf = (own: readonly OwnCertificate[], types: readonly CertificateType[], today: string) =>
  types
    .filter(({ is_active: isActive }) => isActive)
    .flatMap((type) =>
      own.flatMap(({ type_id: id, expires_on: day }) =>
        id === type.id && day !== null && day <= addDays(today, type.warn_days)
          ? [{ id, name: type.name, day, isExpired: day < today }]
          : [],
      ),
    );
