import { erasureQueries } from "#data/erasure/calls.ts";
import { useQuery } from "#data/use-query.ts";
import { formatLongDate } from "#shared/format/dates.ts";
import { formatCount } from "#shared/format/money.ts";
import { paths } from "#shared/paths.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { Fact, Facts } from "#parking/kernel/page/facts.tsx";
import { Section } from "#parking/kernel/page/section.tsx";
import { erasureTexts as texts } from "./erasure-texts.ts";

const KINDS = Object.keys(texts.kinds) as (keyof typeof texts.kinds)[];

/** The rows that the next night erases at a site, and the way to an extract of the data about a plate (document 4 §4): for the site's admins. */
export function ErasurePreview({ project }: { project: string }) {
  const query = useQuery(erasureQueries.preview(project));
  const erasesFrom = query.data?.erases_from ?? null;
  return (
    <Section title={texts.title}>
      <p className="mb-4 max-w-prose">{texts.introduction}</p>
      {erasesFrom !== null && <p className="mb-4 max-w-prose">{texts.waits(formatLongDate(erasesFrom))}</p>}
      <StateView
        query={query}
        loading={<SkeletonList rows={1} label={texts.loading} />}
        failed={texts.loadFailed}
        isEmpty={(expired) => KINDS.every((kind) => expired[kind] === 0)}
        empty={<p className="text-ink-soft">{texts.none}</p>}
      >
        {(expired) => (
          <section aria-label={texts.label}>
            <Facts>
              {KINDS.filter((kind) => expired[kind] > 0).map((kind) => (
                <Fact key={kind} name={texts.kinds[kind]}>
                  {formatCount(expired[kind])}
                </Fact>
              ))}
            </Facts>
          </section>
        )}
      </StateView>
      <ButtonLink to={paths.personData(project)} className="mt-6">
        {texts.extract.title}
      </ButtonLink>
    </Section>
  );
}
