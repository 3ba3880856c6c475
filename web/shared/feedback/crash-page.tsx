import { isStaleChunkError, reloadIfThere } from "./stale-chunk.ts";

type Words = {
  title: string;
  explanation: string;
  leave: string;
  onLeave?: (event: { preventDefault(): void }) => void;
};

const BROKEN: Words = {
  title: "Något gick fel",
  explanation: "Sidan kunde inte visas. Det du redan har sparat finns kvar.",
  leave: "Till startsidan",
};
const NOT_FETCHED: Words = {
  title: "Sidan kunde inte hämtas",
  explanation: "Kontrollera anslutningen och försök igen.",
  leave: "Tillbaka",
  onLeave: (event) => {
    event.preventDefault();
    history.back();
  },
};
const texts = { retry: "Försök igen", details: "Teknisk information" } as const;

// Spelled as the design system's button, which the page's code holds already: repeated words weigh nothing.
const buttonLook =
  "inline-flex items-center justify-center gap-2 rounded-control border-2 text-center font-semibold leading-tight no-underline min-h-12 px-5 py-2 text-base";

/**
 * What a person sees when a screen broke; trying again reloads the page unless told otherwise. Plain elements only, so that it stands
 * when much else does not. From a screen that could not be fetched the way back is the browser's, to the one that is still loaded.
 */
export function CrashPage({ error, onRetry = () => reloadIfThere() }: { error: unknown; onRetry?: () => unknown }) {
  const words = isStaleChunkError(error) ? NOT_FETCHED : BROKEN;
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg content-center gap-4 px-4 py-12">
      <div aria-hidden="true" className="bay-line w-24" />
      <h1 className="text-3xl font-extrabold">{words.title}</h1>
      <p className="text-ink-soft">{words.explanation}</p>
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          onClick={onRetry}
          className={`${buttonLook} border-brand bg-brand text-on-brand hover:border-brand-strong hover:bg-brand-strong`}
        >
          {texts.retry}
        </button>
        <a
          href="/"
          onClick={words.onLeave}
          className={`${buttonLook} border-line-strong bg-surface text-ink hover:border-ink hover:bg-sunken`}
        >
          {words.leave}
        </a>
      </div>
      {error instanceof Error && (
        <details className="mt-2 text-ink-soft">
          <summary className="min-h-11 py-2.5 font-semibold">{texts.details}</summary>
          <p className="break-words">{String(error)}</p>
        </details>
      )}
    </main>
  );
}
