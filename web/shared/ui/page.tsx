import { clsx } from "clsx";
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { Button, ButtonLink } from "./button.tsx";
import { type Language, LanguageContext } from "./language.ts";
import { uiTexts } from "./texts.ts";
import { ThemeToggle } from "./theme-toggle.tsx";

type Back = { label: string; to: string } | { label: string; onClick: () => void };

type PageProps = {
  /** The h1, and the start of the window's title. */
  title: string;
  /** The rest of the window's title. */
  siteName?: string;
  /** Language of the screen's texts: some screens of the specification are English. */
  lang?: Language;
  description?: ReactNode;
  back?: Back | undefined;
  actions?: ReactNode;
  width?: "narrow" | "normal" | "wide";
  /** What stands below everything, as the page's contentinfo. */
  footer?: ReactNode;
  children: ReactNode;
};

const WIDTHS = { narrow: "max-w-lg", normal: "max-w-3xl", wide: "max-w-6xl" } as const;

/** The frame of every screen: skip link, way back, title, actions, and the main landmark. */
export function Page({ title, siteName = "Parkering", lang = "sv", width = "normal", ...props }: PageProps) {
  useWindowTitle(title === siteName ? siteName : `${title} · ${siteName}`);
  useDocumentLanguage(lang);
  const heading = useFocusAfterNavigation();
  const column = clsx("mx-auto w-full px-4 sm:px-6", WIDTHS[width]);
  return (
    <LanguageContext value={lang}>
      <div lang={lang} className="relative flex min-h-dvh flex-col">
        <a
          href="#main"
          className="absolute top-2 left-2 z-50 -translate-y-20 rounded-control bg-ink px-4 py-2.5 font-semibold text-canvas focus:translate-y-0"
        >
          {uiTexts[lang].skipToContent}
        </a>
        <header className={clsx(column, "pt-3")}>
          <div className="flex min-h-11 items-center justify-between gap-2">
            {props.back === undefined ? <BrandMark name={siteName} /> : <BackControl back={props.back} />}
            <ThemeToggle />
          </div>
          <div className="mt-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
            <div className="min-w-0">
              <h1
                ref={heading}
                tabIndex={-1}
                className="text-3xl font-extrabold tracking-tight break-words sm:text-4xl"
              >
                {title}
              </h1>
              {props.description !== undefined && (
                <div className="mt-2 max-w-prose text-ink-soft">{props.description}</div>
              )}
            </div>
            {props.actions !== undefined && <div className="flex flex-wrap gap-2">{props.actions}</div>}
          </div>
          <div aria-hidden="true" className="bay-line mt-5 w-full" />
        </header>
        <main id="main" tabIndex={-1} className={clsx(column, "flex-1 pt-6 pb-16")}>
          {props.children}
        </main>
        {props.footer !== undefined && (
          <footer className="border-t border-line bg-surface">
            <div className={clsx(column, "py-6")}>{props.footer}</div>
          </footer>
        )}
      </div>
    </LanguageContext>
  );
}

function BackControl({ back }: { back: Back }) {
  const content = (
    <>
      <ArrowLeft aria-hidden="true" />
      {back.label}
    </>
  );
  if ("to" in back) {
    return (
      <ButtonLink to={back.to} variant="ghost" size="small" className="-ml-3">
        {content}
      </ButtonLink>
    );
  }
  return (
    <Button variant="ghost" size="small" className="-ml-3" onClick={back.onClick}>
      {content}
    </Button>
  );
}

/** The product's sign: a white P on the blue of Swedish parking signs. */
export function BrandMark({ name }: { name: string }) {
  return (
    <span className="inline-flex items-center gap-2.5 font-bold tracking-tight">
      <span
        aria-hidden="true"
        className="grid size-9 place-items-center rounded-md border-2 border-[#fff] bg-[#0b4a8a] font-plate text-xl leading-none font-bold text-[#fff] outline-2 outline-[#0b4a8a]"
      >
        P
      </span>
      {name}
    </span>
  );
}

/** After a change of screen the pressed link is gone and focus with it: the new title takes it, so that it is read out. */
function useFocusAfterNavigation() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isFirstScreen = history.state === null || (history.state as { idx?: number }).idx === 0;
    if (!isFirstScreen && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}

/** The document speaks the screen's language: what stands outside of the screen follows it (language.ts). */
function useDocumentLanguage(lang: Language) {
  useEffect(() => {
    document.documentElement.lang = lang;
  }, [lang]);
}

/** Not React's own title element: index.html has one already, and the first one counts. */
function useWindowTitle(text: string) {
  useEffect(() => {
    document.title = text;
  }, [text]);
}
