import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { caseByKey } from "#data/fines/look-up.ts";
import { waitText } from "#shared/feedback/wait-text.ts";
import { paths } from "#shared/paths.ts";
import { ButtonLink } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { texts as parkingTexts } from "../texts.ts";
import { DriverCaseView } from "./driver-case-view.tsx";
import { driverTexts as texts } from "./driver-texts.ts";
import { LookUpForm } from "./look-up-form.tsx";

/** A case for its driver, without an account: by the key of its QR code, or by number and plate (document 4 §5). */
export function DriverCaseScreen() {
  const { publicKey } = useParams();
  return (
    <Page
      title={texts.title}
      description={texts.introduction}
      width={publicKey === undefined ? "narrow" : "normal"}
      back={{ label: parkingTexts.back, to: publicKey === undefined ? paths.landing() : paths.driverCase() }}
    >
      {publicKey === undefined ? <LookUpForm /> : <CaseOfKey key={publicKey} publicKey={publicKey} />}
    </Page>
  );
}

function CaseOfKey({ publicKey }: { publicKey: string }) {
  const query = useQuery({ queryKey: ["case_by_key", publicKey], queryFn: () => caseByKey(publicKey) });
  return (
    <StateView
      query={query}
      loading={<SkeletonList rows={2} label={texts.loading} />}
      failed={(error) => waitText(error) ?? texts.lookUp.failed}
      empty={
        <EmptyState text={texts.lookUp.none} action={<ButtonLink to={paths.driverCase()}>{texts.other}</ButtonLink>} />
      }
    >
      {(found) => <DriverCaseView found={found} />}
    </StateView>
  );
}
