import { CarFront, KeyRound, type LucideIcon, MessageSquare } from "lucide-react";
import { useId } from "react";
import { paths } from "#shared/paths.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { Page } from "#shared/ui/page.tsx";
import { texts } from "../texts.ts";

const labels = texts.guest;
const ICONS: readonly LucideIcon[] = [CarFront, KeyRound, MessageSquare];

/** The page of a guest: what a guest can do, and links (document 2 §2). */
export function GuestDashboardScreen() {
  return (
    <Page
      title={labels.title}
      description={labels.introduction}
      lang="en"
      width="wide"
      back={{ label: labels.back, to: paths.landing() }}
    >
      <div className="grid gap-6">
        <ul className="grid gap-4 md:grid-cols-3">
          {labels.cards.map(({ title, text }, index) => {
            const Icon = ICONS[index] ?? CarFront;
            return (
              <Card as="li" key={title}>
                <Icon aria-hidden="true" className="mb-3 size-7 text-brand" />
                <h2 className="text-xl font-bold">{title}</h2>
                <p className="mt-1 text-ink-soft">{text}</p>
              </Card>
            );
          })}
        </ul>
        <div className="grid items-start gap-6 md:grid-cols-2">
          <QuickStart />
          <div className="grid gap-6">
            <section className="rounded-card bg-brand-soft p-4 sm:p-6">
              <CardHeader title={labels.upgradeTitle} description={labels.upgradeText} />
              <ButtonLink variant="primary" size="large" to={paths.startParking(undefined)}>
                {labels.upgrade}
              </ButtonLink>
            </section>
            <Card>
              <CardHeader title={labels.staffTitle} description={labels.staffText} />
              <div className="flex flex-wrap gap-3">
                <ButtonLink to={paths.attendantLogin(undefined)}>{labels.attendantLogin}</ButtonLink>
                <ButtonLink to={paths.mainAdminLogin()}>{labels.adminLogin}</ButtonLink>
              </div>
            </Card>
          </div>
        </div>
      </div>
    </Page>
  );
}

function QuickStart() {
  const title = useId();
  return (
    <Card as="section" aria-labelledby={title}>
      <CardHeader id={title} title={labels.stepsTitle} />
      <ol className="grid gap-4">
        {labels.steps.map((step, index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-8 shrink-0 place-items-center rounded-full bg-brand font-bold text-on-brand"
            >
              {index + 1}
            </span>
            <span className="pt-0.5">{step}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
