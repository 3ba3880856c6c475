import { useNavigation } from "react-router";
import { usePageLanguage } from "#shared/ui/language.ts";
import { uiTexts } from "#shared/ui/texts.ts";

/** A line at the top edge while the next screen's code loads, if that takes longer than a moment (base.css). */
export function NavigationProgress() {
  const { state } = useNavigation();
  const { loading } = uiTexts[usePageLanguage()];
  // The live region is always in the page, because screen readers only announce a change inside it.
  return <output>{state === "loading" && <span className="next-screen-loading">{loading}</span>}</output>;
}

/**
 * The page while the first screen's code loads; invisible for the first moment. It has no words, because only the screen's code knows the
 * language.
 */
export function FirstScreenLoading() {
  return (
    <div className="first-screen-loading">
      <progress aria-label="Parkering" />
    </div>
  );
}
