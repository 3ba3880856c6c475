import { useEffect } from "react";
import { useParams } from "react-router";
import { receiptQueries } from "#data/parkings/receipts.ts";
import { useQuery } from "#data/use-query.ts";
import { forgetReceipt, renewReceipt } from "#session/receipts/kept-receipts.ts";
import { waitText } from "#shared/feedback/wait-text.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { paths } from "#shared/paths.ts";
import { isSecretKey } from "#shared/secret-key.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { useEarlyPress } from "#shared/use-early-press.ts";
import { useUnlisted } from "#parking/kernel/page/use-unlisted.ts";
import { receiptTexts as texts } from "./receipt-texts.ts";
import { ReceiptView } from "./receipt-view.tsx";

/** A parking for the holder of its receipt, without an account: its state, ending it, extending it (document 4 §5). */
export function ReceiptScreen() {
  const { receiptKey = "" } = useParams();
  useUnlisted();
  useEarlyPress();
  return (
    <Page title={texts.title} description={texts.description} back={{ to: paths.landing() }}>
      {isSecretKey(receiptKey) ? <ReceiptOfKey key={receiptKey} receiptKey={receiptKey} /> : <None />}
    </Page>
  );
}

const None = () => <EmptyState text={texts.none} action={<ButtonLink to={paths.landing()}>{texts.home}</ButtonLink>} />;

function ReceiptOfKey({ receiptKey }: { receiptKey: string }) {
  const query = useQuery(receiptQueries.byKey(receiptKey));
  const { data } = query;
  // The device's list of receipts follows the data of this page.
  useEffect(() => {
    if (data === null) forgetReceipt(receiptKey);
    else if (data !== undefined) renewReceipt({ key: receiptKey, plate: data.ref_number, end: data.end_time });
  }, [data, receiptKey]);
  return (
    <StateView
      query={query}
      loading={<SkeletonList rows={2} label={texts.loading} />}
      failed={(error) =>
        waitText(error) ?? (data ? texts.stale(shortMoment(new Date(data.at), Date.now())) : texts.failed)
      }
      empty={<None />}
    >
      {(parking) => <ReceiptView parking={parking} receiptKey={receiptKey} />}
    </StateView>
  );
}
