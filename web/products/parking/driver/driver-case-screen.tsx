import { useQuery } from "@tanstack/react-query";
import { useLocation, useParams } from "react-router";
import { driverCaseQuery } from "#data/fines/look-up.ts";
import { waitText } from "#shared/feedback/wait-text.ts";
import { paths } from "#shared/paths.ts";
import { Button, ButtonLink } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { DriverCaseView } from "./driver-case-view.tsx";
import { driverTexts, useDriverTexts } from "./driver-texts.ts";
import { LookUpForm } from "./look-up-form.tsx";
import { useDriverLanguage } from "./use-driver-language.ts";
import { useUnlisted } from "../use-unlisted.ts";

/** A case for its driver, without an account: by the key of its QR code, or by number and plate (document 4 §5). */
export function DriverCaseScreen() {
  const { publicKey } = useParams();
  const [lang, changeLanguage] = useDriverLanguage();
  useUnlisted();
  const texts = driverTexts[lang];
  return (
    <Page
      title={texts.title}
      lang={lang}
      description={texts.introduction}
      width={publicKey === undefined ? "narrow" : "normal"}
      back={{ label: texts.back, to: publicKey === undefined ? paths.landing() : paths.driverCase() }}
      actions={
        <Button size="small" lang={lang === "sv" ? "en" : "sv"} onClick={changeLanguage}>
          {lang === "sv" ? "In English" : "På svenska"}
        </Button>
      }
    >
      {publicKey === undefined ? <LookUpForm /> : <CaseOfKey key={publicKey} publicKey={publicKey} />}
    </Page>
  );
}

/** Behind the `#` of the address, which no browser sends anywhere. */
const REPLY_KEY = /^#([A-Za-z0-9_-]{22})$/;

function CaseOfKey({ publicKey }: { publicKey: string }) {
  const texts = useDriverTexts();
  const replyKey = REPLY_KEY.exec(useLocation().hash)?.[1] ?? "";
  const query = useQuery(driverCaseQuery(publicKey, replyKey));
  return (
    <StateView
      query={query}
      loading={<SkeletonList rows={2} label={texts.loading} />}
      failed={(error) => waitText(error) ?? texts.lookUp.failed}
      empty={
        <EmptyState text={texts.lookUp.none} action={<ButtonLink to={paths.driverCase()}>{texts.other}</ButtonLink>} />
      }
    >
      {(found) => <DriverCaseView found={found} replyKey={replyKey} />}
    </StateView>
  );
}
