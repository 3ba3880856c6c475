import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useActingPerson } from "#data/acting.ts";
import { type AseEmployee, aseEmployeeQueries } from "#data/ase_employees/queries.ts";
import { type Certificate, certificateQueries, type CertificateType } from "#data/certificates/queries.ts";
import { aseSettingsQueries } from "#data/planned_shifts/lists.ts";
import { useQuery } from "#data/use-query.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { useNow } from "#shared/use-now.ts";
import { certificateTexts as texts } from "./certificate-texts.ts";
import { CertificateTypes } from "./certificate-types.tsx";
import { RecordDialog, type Chosen } from "./record-dialog.tsx";
import { missingOf, standOf } from "./stand.ts";

/** `Certificates`: what has expired, what expires within 30 days, what is missing, and the kinds. */
export function AdminCertificates() {
  const types = useQuery(certificateQueries.types());
  const employees = useQuery(aseEmployeeQueries.active());
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <StateView query={types} failed={texts.loadFailed} empty={null} isEmpty={() => false}>
        {(kinds) => (
          <StateView query={employees} failed={texts.loadFailed} empty={null} isEmpty={() => false}>
            {(people) => <Certificates types={kinds} employees={people} />}
          </StateView>
        )}
      </StateView>
      <CertificateTypes query={types} />
    </div>
  );
}

type CertificatesProps = { types: readonly CertificateType[]; employees: readonly AseEmployee[] };

function Certificates({ types, employees }: CertificatesProps) {
  const today = toDateValue(new Date(useNow()));
  const query = useQuery(certificateQueries.list(useActingPerson()));
  const positions = useQuery(aseSettingsQueries.employeePositions());
  const [chosen, setChosen] = useState<Chosen>();
  return (
    <Card as="section" aria-label={texts.title}>
      <CardHeader
        title={texts.title}
        actions={
          <Button
            variant="primary"
            disabled={types.length === 0 || employees.length === 0}
            onClick={() => setChosen({ employee: "", type: "" })}
          >
            <Plus aria-hidden="true" />
            {texts.record}
          </Button>
        }
      />
      <StateView query={query} failed={texts.loadFailed} empty={null} isEmpty={() => false}>
        {(certificates) => {
          const { expired, soon, valid } = standOf(certificates, today);
          const missing = missingOf(employees, positions.data ?? [], types, certificates);
          const row = (certificate: Certificate) => (
            <CertificateRow
              key={`${certificate.type_id} ${certificate.employee_id}`}
              {...{ certificate, today }}
              onRecord={setChosen}
            />
          );
          if (certificates.length + missing.length === 0) return <p className="text-ink-soft">{texts.none}</p>;
          return (
            <div className="grid gap-5">
              <Section title={texts.sections.expired}>{expired.map(row)}</Section>
              <Section title={texts.sections.soon}>{soon.map(row)}</Section>
              <Section title={texts.sections.missing}>
                {missing.map(({ employee_id: id, name, type }) => (
                  <Row
                    key={`${type.id} ${id}`}
                    who={name ?? id}
                    type={type.name}
                    facts={texts.isMissing}
                    onRecord={() => setChosen({ employee: id, type: type.id })}
                  />
                ))}
              </Section>
              <Section title={texts.sections.valid}>{valid.map(row)}</Section>
            </div>
          );
        }}
      </StateView>
      {chosen !== undefined && (
        <RecordDialog {...{ chosen, types, employees, today }} onClose={() => setChosen(undefined)} />
      )}
    </Card>
  );
}

function Section({ title, children }: { title: string; children: ReactNode[] }) {
  return children.length === 0 ? null : (
    <section aria-label={title}>
      <h3 className="text-lg font-bold">{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

type CertificateRowProps = { certificate: Certificate; today: string; onRecord: (chosen: Chosen) => void };

function CertificateRow({ certificate, today, onRecord }: CertificateRowProps) {
  const { employee_id: id, name, type, type_id: typeId, expires_on: day } = certificate;
  const until = day === null ? texts.noEnd : day < today ? texts.expiredOn(day) : texts.validUntil(day);
  const checked = texts.checked(certificate.checked_by, toDateValue(new Date(certificate.checked_at)));
  return (
    <Row
      who={name ?? id}
      type={type}
      facts={`${until} · ${checked}`}
      onRecord={() => onRecord({ employee: id, type: typeId })}
    />
  );
}

function Row({ who, type, facts, onRecord }: { who: string; type: string; facts: string; onRecord: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0">
      <div className="min-w-0 flex-auto basis-48">
        <p className="wrap-anywhere">
          <strong>{who}</strong> · {type}
        </p>
        <p className="text-sm wrap-anywhere text-ink-soft">{facts}</p>
      </div>
      <Button size="small" aria-label={texts.recordFor(who, type)} onClick={onRecord}>
        {texts.recordShort}
      </Button>
    </li>
  );
}
