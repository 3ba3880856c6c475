import { certificateQueries } from "#data/certificates/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { useNow } from "#shared/use-now.ts";
import { certificateTexts as texts } from "./certificate-texts.ts";
import { expiringOf } from "./stand.ts";

/** An employee's certificates that expire soon or have expired; nothing where all is well. */
export function OwnCertificates({ employeeId }: { employeeId: string }) {
  const today = toDateValue(new Date(useNow()));
  const { data: types = [] } = useQuery(certificateQueries.types());
  const { data: own = [] } = useQuery(certificateQueries.own(employeeId));
  const expiring = expiringOf(own, types, today);
  return expiring.length === 0 ? null : (
    <section
      aria-label={texts.own}
      className="rounded-control border-l-4 border-warning bg-warning-soft px-4 py-3 font-semibold"
    >
      <ul>
        {expiring.map(({ id, name, day, isExpired }) => (
          <li key={id} className="wrap-anywhere">
            {isExpired ? texts.ownExpired(name, day) : texts.ownExpires(name, day)}
          </li>
        ))}
      </ul>
    </section>
  );
}
