import { isStaleChunkError } from "./stale-chunk.ts";

const texts = {
  title: "Något gick fel",
  explanation: "Sidan kunde inte visas. Det du redan har sparat finns kvar.",
  chunkTitle: "Sidan kunde inte hämtas",
  chunkExplanation: "Kontrollera anslutningen och försök igen.",
  retry: "Försök igen",
  home: "Till startsidan",
  details: "Teknisk information",
} as const;

const buttonLook =
  "inline-flex min-h-12 items-center justify-center rounded-control border-2 px-5 py-2 font-semibold no-underline";

/** What a person sees when a screen broke; trying again reloads the page unless told otherwise. Plain elements only, so that it stands when much else does not. */
export function CrashPage({ error, onRetry = () => location.reload() }: { error: unknown; onRetry?: () => void }) {
  const isChunk = isStaleChunkError(error);
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg content-center gap-4 px-4 py-12">
      <div aria-hidden="true" className="bay-line w-24" />
      <h1 className="text-3xl font-extrabold">{isChunk ? texts.chunkTitle : texts.title}</h1>
      <p className="text-ink-soft">{isChunk ? texts.chunkExplanation : texts.explanation}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <button
          type="button"
          onClick={onRetry}
          className={`${buttonLook} border-brand bg-brand text-on-brand hover:bg-brand-strong`}
        >
          {texts.retry}
        </button>
        <a href="/" className={`${buttonLook} border-line-strong bg-surface text-ink hover:bg-sunken`}>
          {texts.home}
        </a>
      </div>
      {error instanceof Error && (
        <details className="mt-4 text-sm text-ink-soft">
          <summary className="min-h-11 py-2.5 font-semibold">{texts.details}</summary>
          <p className="break-words">{`${error.name}: ${error.message}`}</p>
        </details>
      )}
    </main>
  );
}
