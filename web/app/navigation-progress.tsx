import { useNavigation } from "react-router";
import { usePageLanguage } from "#shared/ui/language.ts";
import { uiTexts } from "#shared/ui/texts.ts";

/** A line at the top edge while the next screen's code is on its way, should that take longer than a moment (base.css). */
export function NavigationProgress() {
  const { state } = useNavigation();
  const { loading } = uiTexts[usePageLanguage()];
  // The live region is always there, since only a change in it is heard.
  return <output>{state === "loading" && <span className="next-screen-loading">{loading}</span>}</output>;
}

/**
 * What stands on the page while the first screen's code is on its way; unseen for the first moment. Without words, since it is that code
 * which knows the screen's language.
 */
export function FirstScreenLoading() {
  return (
    <div className="first-screen-loading">
      <progress aria-label="Parkering" />
    </div>
  );
}
