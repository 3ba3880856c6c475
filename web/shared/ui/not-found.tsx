import { useEffect } from "react";
import { paths } from "#shared/paths.ts";
import { sharedTexts } from "#shared/texts.ts";
import { ButtonLink } from "./button.tsx";
import { Page } from "./page.tsx";

/** Centres the message on the otherwise empty page. */
const MIDDLE = { minHeight: "min(62dvh, 36rem)", alignContent: "center" };

/** The 404 page (document 2 §2). It says that nothing is here, logs the path, and links home. */
export function NotFound({ pathname }: { pathname: string }) {
  useEffect(() => {
    console.error("404: no page at", pathname);
  }, [pathname]);
  return (
    <Page title="404" lang="en" width="narrow">
      <div className="grid justify-items-center text-center" style={MIDDLE}>
        <DeadEndSign />
        <p className="mb-6 text-2xl font-bold">{sharedTexts.notFound}</p>
        <ButtonLink variant="primary" to={paths.landing()}>
          {sharedTexts.returnHome}
        </ButtonLink>
      </div>
    </Page>
  );
}

/** The road sign for a dead end, the same in both themes. */
const DeadEndSign = () => (
  <svg aria-hidden="true" viewBox="0 0 120 170" className="mb-6" style={{ height: "clamp(9rem, 34dvh, 17rem)" }}>
    <path fill="#8b9196" d="M55 118h10v52H55z" />
    <rect width="120" height="120" rx="11" fill="#fff" />
    <rect x="3" y="3" width="114" height="114" rx="8.5" fill="#0b4a8a" />
    <path fill="#fff" d="M25 21h70v29H69v54H51V50H25z" />
    <path fill="#c5281c" d="M29 25h62v21H29z" />
  </svg>
);
