import { clsx } from "clsx";
import type { ReactNode } from "react";
import { BackControl, type Back, type Heading } from "./page.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";
import { Words } from "./words.tsx";

type PageBarProps = {
  title: string;
  heading: Heading;
  /** The way back. A screen that has one keeps it and the theme in a phone's menu. */
  back?: Back;
  actions: ReactNode;
  /** Whether the actions have a row of their own on a phone, from edge to edge. */
  isOwnRow?: boolean;
  /** The content beside the title. */
  children: ReactNode;
};

/** The sign of a screen where somebody works all day, as a bar of 56 px without marks (`renderBar` of `Page`). */
export function PageBar({ title, heading, back, actions, isOwnRow = false, children }: PageBarProps) {
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-3 py-1">
      {back !== undefined && (
        <div className="max-lg:hidden">
          <BackControl back={back} />
        </div>
      )}
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-bold">
        <Words text={title} />
      </h1>
      {children}
      <div className={clsx("order-2 ml-auto flex flex-wrap items-center gap-x-2", isOwnRow && "max-sm:basis-full")}>
        {actions}
        <div className={clsx("ml-auto", back && "max-lg:hidden")}>
          <ThemeToggle />
        </div>
      </div>
    </div>
  );
}
