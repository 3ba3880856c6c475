/** Reads kinds of certificates, and the certificates of the ambulance's employees (document 5 §7). */
import type { ActingPerson } from "../acting.ts";
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

export type CertificateType = Pick<Row<"certificate_types">, "id" | "name" | "warn_days" | "positions" | "is_active">;
/** A certificate that counts, with its holder and its kind. */
export type Certificate = {
  employee_id: string;
  name: string | null;
  type_id: string;
  type: string;
  warn_days: number;
  issued_on: string;
  expires_on: string | null;
  checked_by: string;
  checked_at: string;
};
export type OwnCertificate = Pick<Row<"certificates">, "id" | "type_id" | "expires_on">;

const MOST_TYPES = 50;

export const certificateQueries = {
  all: ["certificates"] as const,
  types: () =>
    queryOptions({
      queryKey: ["certificate_types"] as const,
      queryFn: (acting, { signal }): Promise<CertificateType[]> =>
        ask(acting, (client) =>
          client
            .from("certificate_types")
            .select("id, name, warn_days, positions, is_active")
            .order("sort_order")
            .order("name")
            .order("id")
            .limit(MOST_TYPES)
            .abortSignal(signal),
        ),
    }),
  /** The certificates of all employees. The trail notes each reading, so nothing but opening and saving reads them. */
  list: (acting: ActingPerson) =>
    queryOptions({
      queryKey: ["certificates", "all", acting.id] as const,
      staleTime: Infinity,
      gcTime: 0,
      queryFn: async (_, { signal }): Promise<Certificate[]> => {
        const answer = await ask(acting, (client) =>
          client.rpc("list_certificates", { acting_as: acting.id }).abortSignal(signal),
        );
        return (answer as unknown as { certificates: Certificate[] }).certificates;
      },
    }),
  /** The certificates of an employee that count. */
  own: (employeeId: string) =>
    queryOptions({
      queryKey: ["certificates", "own", employeeId] as const,
      queryFn: (acting, { signal }): Promise<OwnCertificate[]> =>
        ask(acting, (client) =>
          client
            .from("certificates")
            .select("id, type_id, expires_on")
            .eq("employee_id", employeeId)
            .is("replaced_at", null)
            .limit(MOST_TYPES)
            .abortSignal(signal),
        ),
    }),
};
