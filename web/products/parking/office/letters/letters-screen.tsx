import { useSearchParams } from "react-router";
import { paths } from "#shared/paths.ts";
import { Page } from "#shared/ui/page.tsx";
import { Tabs } from "#shared/ui/tabs.tsx";
import { useWayToCases } from "../case/use-way-to-cases.ts";
import { ForAdmins } from "../shell/for-admins.tsx";
import { useUrlTab } from "#parking/kernel/page/use-url-tab.ts";
import { Collection } from "./collection.tsx";
import { letterTexts as texts } from "./letter-texts.ts";
import { type LettersAt, OwnersAsked } from "./owners-asked.tsx";
import { OwnersRead } from "./owners-read.tsx";
import { Reminders } from "./reminders.tsx";
import { SentLetters } from "./sent-letters.tsx";

const STEPS = ["ask", "owners", "remind", "collect"] as const;

const PANELS = { ask: OwnersAsked, owners: OwnersRead, remind: Reminders, collect: Collection };

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
  const [step, setStep] = useUrlTab("step", STEPS);
  return (
    <Page title={texts.title} width="wide" back={{ to: paths.cases(at.project) }}>
      <Tabs
        label={texts.steps}
        value={step}
        onChange={setStep}
        tabs={STEPS.map((value) => {
          const Panel = PANELS[value];
          return { value, label: texts.tabs[value], content: <Panel {...at} /> };
        })}
      />
    </Page>
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
