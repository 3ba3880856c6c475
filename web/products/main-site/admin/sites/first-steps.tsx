import { CircleCheck, CircleDashed } from "lucide-react";
import { useId } from "react";
import {
  type FirstSteps as Steps,
  firstStepsQuery,
  type SiteWithGaps,
  sitesWithGapsQuery,
} from "#data/main_page_sites/first-steps.ts";
import { useQuery } from "#data/use-query.ts";
import { sharedTexts } from "#shared/texts.ts";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { adminTexts } from "../admin-texts.ts";

const texts = adminTexts.firstSteps;

const STEPS = [
  { column: "has_site", ...texts.site },
  { column: "has_admin", ...texts.admin },
  { column: "has_attendant", ...texts.attendant },
] as const satisfies { column: keyof Steps; title: string; how: string }[];

/** Number of sites that are named with the gaps of their notices; further sites are counted. */
const MOST_NAMED = 3;

/**
 * The steps of a new installation, from a site to its first attendant and a notice that can be paid. The hint disappears when all steps are
 * done, and returns while a site's notices lack something.
 */
export function FirstSteps() {
  const title = useId();
  const { data } = useQuery(firstStepsQuery());
  const { data: sites } = useQuery(sitesWithGapsQuery());
  if (data === undefined || sites === undefined) return null;
  if (STEPS.every(({ column }) => data[column]) && sites.length === 0) return null;
  return (
    <Card as="section" aria-labelledby={title} className="mb-6">
      <CardHeader id={title} title={texts.title} description={texts.hint} />
      <ol aria-labelledby={title} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {STEPS.map(({ column, ...step }) => (
          <Step key={column} title={step.title} how={[step.how]} isDone={data[column]} />
        ))}
        <Step
          title={texts.notice.title}
          how={[...sitesInWords(sites), texts.notice.how]}
          isDone={data.has_site && sites.length === 0}
        />
      </ol>
    </Card>
  );
}

function sitesInWords(sites: readonly SiteWithGaps[]): string[] {
  const more = sites.length - MOST_NAMED;
  return [
    ...sites
      .slice(0, MOST_NAMED)
      .map(({ name, gaps }) => texts.notice.missing(name, gaps.map((gap) => sharedTexts.noticeGaps[gap]).join(", "))),
    ...(more > 0 ? [texts.notice.more(more)] : []),
  ];
}

function Step({ title, how, isDone }: { title: string; how: readonly string[]; isDone: boolean }) {
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <li className="flex items-start gap-3">
      <Icon aria-hidden="true" className={isDone ? "mt-0.5 size-6 shrink-0 text-success" : "mt-0.5 size-6 shrink-0"} />
      <div className="min-w-0">
        <p className="font-bold">
          {title} <span className="font-normal text-ink-soft">{isDone ? texts.done : texts.left}</span>
        </p>
        {!isDone && (
          <div className="wrap-anywhere text-ink-soft">
            {how.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
        )}
      </div>
    </li>
  );
}
