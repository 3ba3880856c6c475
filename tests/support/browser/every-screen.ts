// Questions to every screen, in the page itself. Each function but the last is handed to `page.evaluate` alone, and carries all it needs.
/* oxlint-disable unicorn/consistent-function-scoping */
import type { Page } from "@playwright/test";

/** Elements that stand out over the right edge, when the page can be scrolled sideways; none when it cannot. */
export function sidewaysScroll(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  // The box counts, and its text, which may stand out of it.
  const right = (element: Element) => {
    const content = document.createRange();
    content.selectNodeContents(element);
    return Math.round(Math.max(...[element, content].map((each) => each.getBoundingClientRect().right)));
  };
  const over = [...document.body.querySelectorAll("*")]
    .filter((element) => right(element) > clientWidth && element.checkVisibility())
    .toReversed()
    .toSorted((a, b) => right(b) - right(a));
  const told = over.slice(0, 4).map((element) => `up to ${right(element)} px: ${element.outerHTML.slice(0, 200)}`);
  return [`${scrollWidth - clientWidth} px`, ...told];
}

/** Texts of which a part cannot be seen, since a box around them cuts it off and cannot be scrolled. */
export function cutTexts(): string[] {
  const found = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const owner = node.parentElement;
    if (owner === null || node.textContent?.trim() === "" || !owner.checkVisibility({ visibilityProperty: true }))
      continue;
    // The word across an example of a notice is drawn over its edges: an ornament.
    if (owner.closest("svg[aria-hidden=true]") !== null) continue;
    // The first lines of a text, with an ellipsis, in an article whose link or closed row leads to the whole.
    const isFirstLines = [owner, owner.parentElement!].some(
      (each) => getComputedStyle(each).webkitLineClamp !== "none",
    );
    if (isFirstLines && owner.closest("article")?.querySelector("a[href], [aria-expanded=false]")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    for (let box: Element | null = owner; box !== null && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      const edge = box.getBoundingClientRect();
      // For screen readers alone.
      if (edge.width <= 1.5 && edge.height <= 1.5) break;
      if (/auto|scroll/.test(overflowX + overflowY)) break;
      const isCutAside = /hidden|clip/.test(overflowX) && (text.left < edge.left - 1 || text.right > edge.right + 1);
      // The lines of a font are higher than its letters.
      const slack = 0.3 * parseFloat(getComputedStyle(owner).fontSize);
      const isCutBelow = /hidden|clip/.test(overflowY) && text.bottom > edge.bottom + slack;
      if (isCutAside || isCutBelow)
        found.add(`${node.textContent?.trim().slice(0, 60)} in ${box.outerHTML.slice(0, 160)}`);
    }
  }
  return [...found];
}

/**
 * Lets axe see forced colours: it asks for the colour that letters are filled with, which Chromium tells as if it were not forced, unlike
 * `color`, which is the same here.
 */
export function tellForcedColours(): void {
  const tell = Object.getOwnPropertyDescriptor(CSSStyleDeclaration.prototype, "getPropertyValue")?.value as (
    name: string,
  ) => string;
  CSSStyleDeclaration.prototype.getPropertyValue = function (name) {
    return tell.call(this, name === "-webkit-text-fill-color" ? "color" : name);
  };
}

/** Everything that moves. */
export function animations(): string[] {
  return document
    .getAnimations()
    .filter(({ playState }) => playState === "running")
    .map(({ effect }) => (effect as KeyframeEffect | null)?.target?.outerHTML.slice(0, 160) ?? "an animation");
}

/** How much of the page has jumped since it began to load, by the browser's own figure, and what did. */
export function shifted(): Promise<{ sum: number; sources: string[] }> {
  type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] };
  const box = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(" ");
  return new Promise((resolve) => {
    let sum = 0;
    const sources: string[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue;
        sum += entry.value;
        for (const { node, previousRect, currentRect } of entry.sources) {
          const place = node instanceof Element ? node.outerHTML.slice(0, 160) : (node?.textContent ?? "gone");
          sources.push(`${entry.value.toFixed(3)} from ${box(previousRect)} to ${box(currentRect)}: ${place}`);
        }
      }
    });
    observer.observe({ type: "layout-shift", buffered: true });
    // Buffered entries are told before the second frame.
    requestAnimationFrame(() => requestAnimationFrame(() => resolve({ sum, sources })));
  });
}

/** Pressed, chosen or current elements that look like their neighbours: colours alone told them apart. */
export function statesByColourAlone(): string[] {
  const look = (element: Element) =>
    [undefined, "::before", "::after"]
      .map((part) => {
        const s = getComputedStyle(element, part);
        const outline = s.outlineStyle === "none" ? "" : `${s.outlineStyle} ${s.outlineWidth}`;
        return [
          s.backgroundColor,
          s.color,
          s.borderStyle,
          s.borderWidth,
          outline,
          s.fontWeight,
          s.textDecorationLine,
          s.content,
        ];
      })
      .join();
  const found: string[] = [];
  for (const name of ["aria-pressed", "aria-selected", "aria-current"]) {
    for (const element of document.querySelectorAll(`[${name}]:not([${name}=false])`)) {
      if (!element.checkVisibility()) continue;
      const off = name === "aria-current" ? ":not([aria-current])" : "[aria-selected=false],[aria-pressed=false]";
      const list = element.closest("fieldset, ul, ol, nav, [role=tablist], [role=group], [role=listbox], [role=grid]");
      const others = [...(list?.querySelectorAll(element.tagName) ?? [])].filter(
        (other) => other !== element && other.matches(off) && other.checkVisibility(),
      );
      const marks = (each: Element) => `${look(each)} ${each.querySelectorAll("svg").length}`;
      if (others.some((other) => marks(other) === marks(element))) found.push(element.outerHTML.slice(0, 160));
    }
  }
  return found;
}

/**
 * Elements that a mouse can use and Tab does not reach, and elements that look the same when the focus is on them. Where a dialog is
 * open, what stands in it.
 */
export async function unreachableByKeyboard(page: Page): Promise<string[]> {
  // The first key of all turns the sound of alarms on, and the button for it goes.
  await page.keyboard.press("F8");
  await page.getByRole("button", { name: "Turn on sound" }).waitFor({ state: "detached" });
  const count = await page.evaluate(watchFocus);
  for (let pressed = 0; pressed < count + 3; pressed += 1) await page.keyboard.press("Tab");
  return page.evaluate(() => (window as unknown as { focusFindings(): string[] }).focusFindings());
}

/** Runs in the page: notes what the focus comes to and how it looks then. Gives how many elements it should come to. */
function watchFocus(): number {
  const root =
    [...document.querySelectorAll("[role=dialog], [role=alertdialog], dialog[open]")].at(-1) ?? document.body;
  const usable = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  const isUsable = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.matches(":disabled, [tabindex='-1']") &&
    element.closest("[inert], [aria-hidden=true]") === null &&
    // In a group of radio buttons, Tab reaches the chosen one alone.
    !(element instanceof HTMLInputElement && element.type === "radio" && !element.checked);
  const waiting = new Set([...root.querySelectorAll(usable)].filter(isUsable));
  const count = waiting.size;
  const text = (element: Element) => element.outerHTML.slice(0, 160);
  const ring = (element: Element) =>
    [element, element.parentElement, element.parentElement?.parentElement, element.closest("label")]
      .filter((each): each is Element => each instanceof Element)
      .flatMap((each) => [undefined, "::before", "::after"].map((part) => getComputedStyle(each, part)))
      .map((s) => [s.outlineStyle === "none" ? "" : s.outline, s.boxShadow, s.borderColor].join(" "))
      .join();
  const unseen: string[] = [];
  let focused = "";
  document.addEventListener("focusin", ({ target }) => {
    waiting.delete(target as Element);
    focused = ring(target as Element);
  });
  document.addEventListener("focusout", ({ target }) => {
    if (target !== document.body && focused === ring(target as Element))
      unseen.push(`unseen: ${text(target as Element)}`);
  });
  // Tab goes on from where the focus was last: from the top, unless a dialog holds it.
  if (root === document.body) {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute("tabindex");
  }
  Object.assign(window, {
    focusFindings: () => [...[...waiting].map((each) => `not reached: ${text(each)}`), ...unseen],
  });
  return count;
}
