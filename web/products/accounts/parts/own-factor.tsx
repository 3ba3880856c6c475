import { useId } from "react";
import { defineMutation } from "#data/define-mutation.ts";
import { useQuery } from "#data/use-query.ts";
import { defineAction } from "#session/actions/define-action.ts";
import {
  enrolOwnFactor,
  isLoginTooOld,
  ownFactorQueries,
  removeOwnFactor,
  renewRecoveryCodes,
} from "#session/second-factor/own-factor.ts";
import type { Factor } from "#session/second-factor/second-factor.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { ownAccountTexts } from "../own-account-texts.ts";

type Language = { lang: "sv" | "en" };

const textsOf = ({ lang }: Language) => ownAccountTexts[lang].factor;
const failed = (_error: unknown, input: Language) => textsOf(input).failed;

// Each action returns whether it was completed. A person may leave its dialogs half-way; then no message is shown.
const useEnrol = defineAction<Language, boolean>({
  mutation: defineMutation((acting) => enrolOwnFactor(acting)),
  done: (isDone, input) => (isDone ? textsOf(input).enrolled : undefined),
  failed: (error, input) => (isLoginTooOld(error) ? textsOf(input).tooOld : textsOf(input).failed),
});

const useRenew = defineAction<Language, boolean>({
  mutation: defineMutation((acting) => renewRecoveryCodes(acting)),
  done: () => undefined,
  failed,
});

const useRemove = defineAction<{ factor: Factor } & Language, boolean>({
  mutation: defineMutation((acting, { factor }) => removeOwnFactor(acting, factor.id)),
  ask: ({ lang }) => ({
    title: textsOf({ lang }).removeTitle,
    description: textsOf({ lang }).removeText,
    confirmText: textsOf({ lang }).remove,
    danger: true,
  }),
  done: (isDone, input) => (isDone ? textsOf(input).removed : undefined),
  failed,
});

/** The second factor of one's own account: set it up, make new recovery codes, turn it off. */
export function OwnFactor({ lang }: Language) {
  const title = useId();
  const texts = textsOf({ lang });
  const query = useQuery(ownFactorQueries.list());
  const [enrol, renew, remove] = [useEnrol(), useRenew(), useRemove()];
  const refetch = () => void query.refetch();
  return (
    <Card as="section" aria-labelledby={title}>
      <CardHeader id={title} title={texts.title} description={texts.hint} />
      <StateView
        query={query}
        loading={<SkeletonList rows={1} label={texts.loading} />}
        failed={texts.loadFailed}
        empty={
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Badge>{texts.off}</Badge>
            <Button
              variant="primary"
              pending={enrol.isPending()}
              onClick={() => void enrol.run({ lang }).then(refetch)}
            >
              {texts.enrol}
            </Button>
          </div>
        }
      >
        {([factor]) =>
          factor !== undefined && (
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="flex flex-wrap items-center gap-x-3">
                <Badge tone="success">{texts.on}</Badge>
                <span className="text-sm text-ink-soft">{texts.since(formatDateTime(factor.enrolledAt))}</span>
              </p>
              <div className="flex flex-wrap gap-2">
                <Button pending={renew.isPending()} onClick={() => void renew.run({ lang }).then(refetch)}>
                  {texts.newCodes}
                </Button>
                <Button pending={remove.isPending()} onClick={() => void remove.run({ factor, lang }).then(refetch)}>
                  {texts.remove}
                </Button>
              </div>
            </div>
          )
        }
      </StateView>
    </Card>
  );
}
