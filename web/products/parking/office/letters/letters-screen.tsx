import { useSearchParams } from "react-router";
import { paths } from "#shared/paths.ts";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { useWayToCases } from "../case/use-way-to-cases.ts";
import { ForAdmins } from "../shell/for-admins.tsx";
import { Collection } from "./collection.tsx";
import { letterTexts as texts } from "./letter-texts.ts";
import { type LettersAt, OwnersAsked } from "./owners-asked.tsx";
import { OwnersRead } from "./owners-read.tsx";
import { Reminders } from "./reminders.tsx";
import { SentLetters } from "./sent-letters.tsx";
import type { Step } from "./steps/steps.ts";
import { Stepper } from "./steps/stepper.tsx";
import { useOpenStep } from "./steps/use-open-step.ts";
import { useStepCounts } from "./steps/use-step-counts.ts";

/**
 * Owners, reminders and collection for many cases, for a site's admins; with a letter in the address, that letter alone (document 4 §5).
 */
export function LettersScreen() {
  const [search] = useSearchParams();
  const letter = search.get("letter");
  return (
    <ForAdmins>
      {({ project }) =>
        letter === null ? (
          <Letters project={project} />
        ) : (
          <OneLetter project={project} letter={letter} caseNumber={search.get("case") ?? ""} />
        )
      }
    </ForAdmins>
  );
}

function Letters(at: LettersAt) {
  const work = useStepCounts(at.project);
  const step = useOpenStep(work);
  return (
    <Page title={texts.title} width="wide" back={{ to: paths.cases(at.project) }}>
      <Stepper project={at.project} open={step} counts={work.counts} />
      {step === undefined ? <SkeletonList rows={3} label={texts.loading} /> : <Part step={step} {...at} />}
    </Page>
  );
}

function Part({ step, ...at }: LettersAt & { step: Step }) {
  return (
    <section aria-labelledby="part">
      <h2 id="part" className="mb-2 text-xl font-bold">
        {texts.parts[step]}
      </h2>
      {step === "ask" && <OwnersAsked {...at} />}
      {step === "owners" && <OwnersRead {...at} />}
      {step === "remind" && <Reminders {...at} />}
      {step === "collect" && <Collection {...at} />}
    </section>
  );
}

/** A sent letter, shown again. */
function OneLetter({ letter, caseNumber, ...at }: LettersAt & { letter: string; caseNumber: string }) {
  const goBack = useWayToCases(at.project, caseNumber);
  return (
    <Page title={texts.remind.letters} width="wide" back={{ onClick: goBack }}>
      <SentLetters {...at} sent={{ ids: [letter] }} />
    </Page>
  );
}
