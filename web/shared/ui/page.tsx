import { clsx } from "clsx";
import { ArrowLeft } from "lucide-react";
import { createContext, use, useEffect, useRef, type ReactNode, type RefObject } from "react";
import { BrandContext, BrandMark, brandName } from "./brand.tsx";
import { Button, ButtonLink } from "./button.tsx";
import { type Language, LanguageContext, useLanguage } from "./language.ts";
import { uiTexts } from "./texts.ts";
import { ThemeToggle } from "./theme-toggle.tsx";
import { withJoints, Words } from "./words.tsx";

/** The h1, which takes the focus after a change of screen. */
export type Heading = RefObject<HTMLHeadingElement | null>;

/** The way back; without a label it says "Back" in the screen's language. */
export type Back = { label?: string } & ({ to: string } | { onClick: () => void });

type PageProps = {
  /** The h1, and the start of the window's title. The title ends with the product's name. */
  title: string;
  /** The language of the screen's texts; some screens of the specification are English. */
  lang?: Language;
  description?: ReactNode;
  /** The sign's content in its place (page-bar.tsx); it takes the heading's ref. */
  renderBar?: (heading: Heading) => ReactNode;
  back?: Back | undefined;
  actions?: ReactNode;
  /** The state of the thing that the title names; a narrow frame has one line for it, below the title. */
  stand?: ReactNode;
  /** `full` is for tables at a desk, and uses the whole width of a screen. */
  width?: "narrow" | "normal" | "wide" | "full";
  /** The contentinfo at the page's end. */
  footer?: ReactNode;
  children: ReactNode;
};

export const WIDTHS = { narrow: "max-w-lg", normal: "max-w-3xl", wide: "max-w-6xl", full: "max-w-[120rem]" } as const;

/** The page as its frame draws it: the sign, the main landmark with the id `main`, and all beside them. */
export type PageFrameProps = Omit<PageProps, "lang" | "width"> & { heading: Heading; width: keyof typeof WIDTHS };

/** Draws the frame of the pages below it, in place of a sign above one column. Its code loads with those pages alone. */
export const PageFrameContext = createContext<((page: PageFrameProps) => ReactNode) | undefined>(undefined);

/** The frame of every screen: skip link, way back, title, actions, and the main landmark. */
export function Page({ title, lang = "sv", width = "normal", ...props }: PageProps) {
  const name = brandName(use(BrandContext), lang);
  useWindowTitle(title === name ? name : `${title} · ${name}`);
  useDocumentLanguage(lang);
  const heading = useFocusAfterNavigation();
  const renderFrame = use(PageFrameContext);
  const page = { ...props, title, width, heading };
  return (
    <LanguageContext value={lang}>
      <div lang={lang} className="relative flex min-h-dvh flex-col">
        <a
          href="#main"
          className="fixed top-2 -left-[200%] z-50 rounded-control bg-ink px-4 py-2.5 font-semibold text-canvas focus:left-2"
        >
          {uiTexts[lang].skipToContent}
        </a>
        {renderFrame === undefined ? <SignAndColumn {...page} /> : renderFrame(page)}
      </div>
    </LanguageContext>
  );
}

/** A narrower page begins at the edge of the wide one, so that the title stands at one edge from page to page. */
function SignAndColumn({ width, renderBar, children, footer, ...sign }: PageFrameProps) {
  const column = clsx("mx-auto w-full px-4 sm:px-6", width === "full" ? WIDTHS.full : WIDTHS.wide);
  return (
    <>
      <header className="road-sign">
        <div className={column}>{renderBar === undefined ? <Sign {...sign} /> : renderBar(sign.heading)}</div>
        <div aria-hidden="true" className="bay-line" />
      </header>
      <main id="main" tabIndex={-1} className={clsx(column, "flex-1 pb-16", renderBar === undefined && "pt-6")}>
        <div className={WIDTHS[width]}>{children}</div>
      </main>
      {footer !== undefined && (
        <footer className="border-t border-line bg-surface">
          <div className={clsx(column, "py-6")}>{footer}</div>
        </footer>
      )}
    </>
  );
}

type SignProps = Pick<PageProps, "title" | "description" | "back" | "actions" | "stand"> & { heading: Heading };

function Sign({ title, heading, description, back, actions, stand }: SignProps) {
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 pt-1.5">
        {back === undefined ? <BrandMark /> : <BackControl back={back} />}
        <div className="flex items-center gap-1 sm:gap-3">
          {back !== undefined && <BrandMark nameClass="max-sm:sr-only" />}
          <ThemeToggle />
        </div>
      </div>
      <div className="mt-2 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pb-5">
        <div className="min-w-0">
          <h1 ref={heading} tabIndex={-1} className="text-3xl font-bold max-sm:tracking-[-0.03em] sm:text-4xl">
            <Words text={title} />
          </h1>
          {stand}
          {description !== undefined && (
            <div className="mt-1.5 max-w-prose text-ink-soft">{withJoints(description)}</div>
          )}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </>
  );
}

/** The way back on a sign; `labelClass` may leave its words to screen readers. */
export function BackControl({ back, labelClass }: { back: Back; labelClass?: string }) {
  const lang = useLanguage();
  const content = (
    <>
      <ArrowLeft aria-hidden="true" />
      <span className={labelClass}>{back.label ?? uiTexts[lang].back}</span>
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

/** A change of screen removes the pressed link, and with it the focus. The new title takes the focus, so that screen readers speak it. */
function useFocusAfterNavigation() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isFirstScreen = history.state === null || (history.state as { idx?: number }).idx === 0;
    if (!isFirstScreen && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}

/** The document's language follows the screen, for code outside of the screen (language.ts). */
function useDocumentLanguage(lang: Language) {
  useEffect(() => {
    document.documentElement.lang = lang;
  }, [lang]);
}

/** React's own title element is not used: index.html has a title already, and the first one counts. */
function useWindowTitle(text: string) {
  useEffect(() => {
    document.title = text;
  }, [text]);
}
