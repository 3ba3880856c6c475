import { ArrowRight } from "lucide-react";
import type { Session } from "#session/store.ts";
import { paths } from "#shared/paths.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { texts } from "../texts.ts";

/** The people who are already logged in in this browser, each with a link; nothing when there are none. */
export function OpenSessions(props: { project: string; chauffeur: Session | null; admin: Session | null }) {
  const { project, chauffeur, admin } = props;
  if (chauffeur === null && admin === null) return null;
  return (
    <section aria-label={texts.login.alreadyIn} className="mb-6 grid gap-3 rounded-card bg-brand-soft p-4">
      {chauffeur !== null && (
        <Way
          who={texts.login.asChauffeur(chauffeur.displayName)}
          label={texts.login.toCars}
          to={paths.vehicleRegistration(project)}
        />
      )}
      {admin !== null && (
        <Way
          who={texts.login.asAdmin(admin.displayName)}
          label={texts.login.toAdmin}
          to={paths.chauffeurAdmin(project)}
        />
      )}
    </section>
  );
}

function Way({ who, label, to }: { who: string; label: string; to: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 font-semibold wrap-anywhere">{who}</p>
      <ButtonLink to={to} size="small">
        {label}
        <ArrowRight aria-hidden="true" />
      </ButtonLink>
    </div>
  );
}
