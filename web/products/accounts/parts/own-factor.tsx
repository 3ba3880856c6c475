import { useMutation, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import {
  enrolOwnFactor,
  ownFactorQueries,
  removeOwnFactor,
  renewRecoveryCodes,
} from "#session/second-factor/own-factor.ts";
import type { Factor } from "#session/second-factor/second-factor.ts";
import { confirm } from "#shared/feedback/confirm.ts";
import { toast } from "#shared/feedback/toast.ts";
import { tellFailure } from "#shared/feedback/told.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { Badge } from "#shared/ui/badge.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { ownAccountTexts } from "../own-account-texts.ts";

const tell = (text: string) => (isDone: boolean) => {
  if (isDone) toast.success(text);
};

/** The second factor of the own account: set up, new recovery codes, off. */
export function OwnFactor({ lang }: { lang: "sv" | "en" }) {
  const title = useId();
  const { factor: texts } = ownAccountTexts[lang];
  const query = useQuery(ownFactorQueries.list());
  const { enrol, renew, remove } = useFactorChanges(lang, () => query.refetch());
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
            <Button variant="primary" pending={enrol.isPending} onClick={() => enrol.mutate()}>
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
                <Button pending={renew.isPending} onClick={() => renew.mutate()}>
                  {texts.newCodes}
                </Button>
                <Button pending={remove.isPending} onClick={() => void remove.ask(factor)}>
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

/** What can be done to the factor. Each ends with the list fetched again, since its dialogs can be left half-way. */
function useFactorChanges(lang: "sv" | "en", onSettled: () => unknown) {
  const { cancel, factor: texts } = ownAccountTexts[lang];
  const common = { onSettled, onError: (error: Error) => tellFailure(error, texts.failed) };
  const enrol = useMutation({ mutationFn: () => enrolOwnFactor(), onSuccess: tell(texts.enrolled), ...common });
  const renew = useMutation({ mutationFn: () => renewRecoveryCodes(), ...common });
  const { mutate, isPending } = useMutation({
    mutationFn: (factor: Factor) => removeOwnFactor(factor.id),
    onSuccess: tell(texts.removed),
    ...common,
  });

  async function ask(factor: Factor) {
    const isSure = await confirm({
      title: texts.removeTitle,
      description: texts.removeText,
      confirmText: texts.remove,
      cancelText: cancel,
      danger: true,
    });
    if (isSure) mutate(factor);
  }

  return { enrol, renew, remove: { ask, isPending } };
}
