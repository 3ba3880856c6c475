import { FilePlus2 } from "lucide-react";
import { paths } from "#shared/paths.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { Page } from "#shared/ui/page.tsx";
import { texts } from "../texts.ts";

const labels = texts.brokers;

/** The brokers' page: how selling works, and a link to a new ad (document 2 §2). */
export function BrokersScreen() {
  return (
    <Page
      title={labels.title}
      lang="en"
      description={labels.description}
      back={{ label: texts.home, to: paths.landing() }}
      actions={<ButtonLink to={paths.listings()}>{labels.toListings}</ButtonLink>}
    >
      <div className="grid gap-6">
        <Card as="section" aria-labelledby="create-ad">
          <CardHeader id="create-ad" title={labels.createTitle} description={labels.createText} />
          <ButtonLink variant="primary" size="large" to={paths.propertyManagement()}>
            <FilePlus2 aria-hidden="true" />
            {labels.create}
          </ButtonLink>
          <p className="mt-3 text-sm text-ink-soft">{labels.signInNote}</p>
        </Card>
        <section aria-labelledby="how-it-works">
          <h2 id="how-it-works" className="mb-4 text-xl font-bold">
            {labels.steps}
          </h2>
          <ol className="grid gap-4">
            {[labels.step1, labels.step2, labels.step3].map((step, index) => (
              <li key={step} className="flex items-start gap-4">
                <span
                  aria-hidden="true"
                  className="grid size-9 shrink-0 place-items-center rounded-full bg-brand-soft font-bold text-brand-strong"
                >
                  {index + 1}
                </span>
                <span className="pt-1.5">{step}</span>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </Page>
  );
}
