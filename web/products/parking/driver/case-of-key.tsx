import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { driverCaseQuery, driverCaseStateQuery, stateOf, type WholeDriverCase } from "#data/fines/look-up.ts";
import { useQuery } from "#data/use-query.ts";
import { waitText } from "#shared/feedback/wait-text.ts";
import { paths } from "#shared/paths.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { DriverCaseView } from "./driver-case-view.tsx";
import { useDriverTexts } from "#parking/kernel/case/driver-texts.ts";
import { forgetReplyKey, replyKeyOf } from "./kept-reply-keys.ts";

/** The link's key stands behind the `#` of the address, which browsers never send. */
const REPLY_KEY = /^#([A-Za-z0-9_-]{22})$/;

/** The case of a key, with the texts that a reply key opens: the key in the address, or the one on this device. */
export function CaseOfKey({ publicKey }: { publicKey: string }) {
  const texts = useDriverTexts();
  const { hash } = useLocation();
  const inAddress = REPLY_KEY.exec(hash)?.[1];
  const [kept] = useState(() => replyKeyOf(publicKey));
  const query = useQuery(driverCaseQuery(publicKey, inAddress ?? kept));
  const { data } = query;
  const isUseless =
    !query.isPlaceholderData && (data === null || (inAddress === undefined && kept !== "" && data?.reply === null));
  useEffect(() => {
    if (isUseless) forgetReplyKey(publicKey);
  }, [isUseless, publicKey]);
  useChanges(publicKey, query);
  return (
    <StateView
      query={query}
      loading={<SkeletonList rows={2} label={texts.loading} />}
      failed={(error) => waitText(error) ?? texts.lookUp.failed}
      empty={
        <EmptyState text={texts.lookUp.none} action={<ButtonLink to={paths.driverCase()}>{texts.other}</ButtonLink>} />
      }
    >
      {(found) => (
        <>
          {found.reply === null && hash !== "" && hash !== "#main" && !query.isPlaceholderData && (
            <p
              role="alert"
              className="mb-6 rounded-control border-l-4 border-danger bg-danger-soft px-4 py-3 font-medium"
            >
              {texts.reply.damaged}
            </p>
          )}
          <DriverCaseView found={found} replyKey={inAddress ?? kept} />
        </>
      )}
    </StateView>
  );
}

type Shown = { data: WholeDriverCase | null | undefined; refetch: () => unknown };

/** Fetches a shown case again when the office, or a payment, has changed it. */
function useChanges(publicKey: string, { data, refetch }: Shown): void {
  const shown = data ? stateOf(data) : null;
  const look = useQuery({ ...driverCaseStateQuery(publicKey), enabled: shown !== null });
  useEffect(() => {
    if (look.data && look.data !== shown) refetch();
    // The shown case may be newer than the last check, so only a new check is compared.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [look.dataUpdatedAt]);
}
