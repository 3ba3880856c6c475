import { pageLanguage } from "#shared/ui/language.ts";
import { uiTexts } from "#shared/ui/texts.ts";
import { isStaleChunkError, reloadIfThere } from "./stale-chunk.ts";

/** Heading, explanation and button: for a screen that broke, and for a screen that could not be fetched. */
const WORDS = {
  sv: {
    broken: ["Något gick fel", "Sidan kunde inte visas. Det du redan har sparat finns kvar.", "Till startsidan"],
    notFetched: ["Sidan kunde inte hämtas", "Kontrollera anslutningen och försök igen.", "Tillbaka"],
    details: "Teknisk information",
  },
  en: {
    broken: [
      "Something went wrong",
      "The page could not be shown. What you have saved is still there.",
      "To the start page",
    ],
    notFetched: ["The page could not be loaded", "Check the connection and try again.", "Back"],
    details: "Technical information",
  },
} as const;

function goBack(event: { preventDefault(): void }) {
  event.preventDefault();
  history.back();
}

// The classes are those of the design system's button. The page's code holds them already, so a repetition adds nothing after compression.
const buttonLook =
  "inline-flex items-center justify-center gap-2 rounded-control border-2 text-center font-semibold leading-tight no-underline min-h-12 px-5 py-2 text-base";

/**
 * The page shown when a screen broke. Its button reloads the page, unless `onRetry` is given. It uses plain elements only, so that it works
 * when much else is broken. If the screen could not be fetched, its way back is the browser's history, to the screen that is still loaded.
 */
export function CrashPage({ error, onRetry = () => reloadIfThere() }: { error: unknown; onRetry?: () => unknown }) {
  const lang = pageLanguage();
  const words = WORDS[lang];
  const isMissing = isStaleChunkError(error);
  const [title, explanation, leave] = isMissing ? words.notFetched : words.broken;
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg content-center gap-4 px-4 py-12">
      <div aria-hidden="true" className="bay-line w-24" />
      <h1 className="text-3xl font-extrabold">{title}</h1>
      <p className="text-ink-soft">{explanation}</p>
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          onClick={onRetry}
          className={`${buttonLook} border-brand bg-brand text-on-brand hover:border-brand-strong hover:bg-brand-strong`}
        >
          {uiTexts[lang].retry}
        </button>
        <a
          href="/"
          onClick={isMissing ? goBack : undefined}
          className={`${buttonLook} border-line-strong bg-surface text-ink hover:border-ink hover:bg-sunken`}
        >
          {leave}
        </a>
      </div>
      {error instanceof Error && (
        <details className="mt-2 text-ink-soft">
          <summary className="min-h-11 py-2.5 font-semibold">{words.details}</summary>
          <p>{String(error)}</p>
        </details>
      )}
    </main>
  );
}
