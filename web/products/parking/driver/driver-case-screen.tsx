import { lazy, Suspense } from "react";
import { useParams } from "react-router";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { useEarlyPress } from "#shared/use-early-press.ts";
import { driverTexts, useDriverTexts } from "#parking/kernel/case/driver-texts.ts";
import { useDriverLanguage } from "./use-driver-language.ts";
import { useUnlisted } from "#parking/kernel/page/use-unlisted.ts";
import { LookUpForm } from "#session/cases/look-up-form.tsx";
import { Card } from "#shared/ui/card.tsx";
import { Words } from "#shared/ui/words.tsx";

// The page's common part is prerendered, and visible before this code loads (tools/prerender.mjs).
const CaseOfKey = lazy(async () => ({ default: (await import("./case-of-key.tsx")).CaseOfKey }));

/** A case for its driver, without an account: by the key in its QR code, or by number and plate (document 4 §5). */
export function DriverCaseScreen() {
  const { publicKey } = useParams();
  const [lang, changeLanguage] = useDriverLanguage();
  useUnlisted();
  useEarlyPress();
  const texts = driverTexts[lang];
  return (
    <Page
      title={texts.title}
      lang={lang}
      description={texts.introduction}
      width={publicKey === undefined ? "narrow" : "normal"}
      back={{ to: publicKey === undefined ? paths.landing() : paths.driverCase() }}
      actions={
        <Button size="small" lang={lang === "sv" ? "en" : "sv"} onClick={changeLanguage}>
          {lang === "sv" ? "In English" : "På svenska"}
        </Button>
      }
    >
      {publicKey === undefined ? (
        <LookUp />
      ) : (
        <Suspense fallback={<SkeletonList rows={2} label={texts.loading} />}>
          <CaseOfKey key={publicKey} publicKey={publicKey} />
        </Suspense>
      )}
    </Page>
  );
}

/** The way to a case for a driver without its QR code. */
function LookUp() {
  return (
    <Card>
      <p className="mb-5">
        <Words text={useDriverTexts().lookUp.text} />
      </p>
      <LookUpForm />
    </Card>
  );
}
