import { Link } from "react-router";
import { keepDriverLanguage } from "#session/cases/driver-language.ts";
import { LookUpForm } from "#session/cases/look-up-form.tsx";
import { paths } from "#shared/paths.ts";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { LanguageContext } from "#shared/ui/language.ts";
import { landingTexts as texts } from "./landing-texts.ts";

/** The way from a notice behind the windscreen to its case, by number and plate (document 4 §5); foreigners find the page in English. */
export function FineCard() {
  return (
    <Card as="section" lang="sv" aria-labelledby="fined">
      <CardHeader
        title={texts.fined}
        id="fined"
        actions={
          <Link
            to={paths.driverCase()}
            lang="en"
            className="-my-2.5 inline-flex min-h-11 items-center font-semibold underline"
            data-driver-language="en"
            onClick={() => keepDriverLanguage("en")}
          >
            {texts.inEnglish}
          </Link>
        }
      />
      <LanguageContext value="sv">
        <LookUpForm isWide />
      </LanguageContext>
    </Card>
  );
}
