// Questions to every screen, in the page itself. Each function but the last is handed to `page.evaluate` alone, and carries all it needs.
/* oxlint-disable unicorn/consistent-function-scoping */
import type { Page } from "@playwright/test";

/** Elements that reach beyond the right edge, when the page can be scrolled sideways; an empty list when it cannot. */
export function sidewaysScroll(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  // The right end of an element's box and of its text, since the text may reach beyond the box.
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

/** Texts that are partly invisible, because a box around them cuts them off and cannot be scrolled. */
export function cutTexts(): string[] {
  const found = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const owner = node.parentElement;
    if (owner === null || node.textContent?.trim() === "" || !owner.checkVisibility({ visibilityProperty: true }))
      continue;
    // The large word across the example of a notice is an ornament, and is drawn over the edges on purpose.
    if (owner.closest("svg[aria-hidden=true]") !== null) continue;
    // A shortened text with an ellipsis is fine inside of an article whose link or closed row leads to the whole text.
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
      // Boxes of this size hold texts for screen readers alone.
      if (edge.width <= 1.5 && edge.height <= 1.5) break;
      if (/auto|scroll/.test(overflowX + overflowY)) break;
      const isCutAside = /hidden|clip/.test(overflowX) && (text.left < edge.left - 1 || text.right > edge.right + 1);
      // Lines of a font are higher than its letters, so a line may be cut by this much.
      const slack = 0.3 * parseFloat(getComputedStyle(owner).fontSize);
      const isCutBelow = /hidden|clip/.test(overflowY) && text.bottom > edge.bottom + slack;
      if (isCutAside || isCutBelow)
        found.add(`${node.textContent?.trim().slice(0, 60)} in ${box.outerHTML.slice(0, 160)}`);
    }
  }
  return [...found];
}

/**
 * Lets axe see forced colours. Axe asks for `-webkit-text-fill-color`, which Chromium reports as if colours were not forced; `color` is
 * reported correctly, and the two are the same in this product.
 */
export function tellForcedColours(): void {
  const tell = Object.getOwnPropertyDescriptor(CSSStyleDeclaration.prototype, "getPropertyValue")?.value as (
    name: string,
  ) => string;
  CSSStyleDeclaration.prototype.getPropertyValue = function (name) {
    return tell.call(this, name === "-webkit-text-fill-color" ? "color" : name);
  };
}

/** Elements whose animations are running. */
export function animations(): string[] {
  return document
    .getAnimations()
    .filter(({ playState }) => playState === "running")
    .map(({ effect }) => (effect as KeyframeEffect | null)?.target?.outerHTML.slice(0, 160) ?? "an animation");
}

/** The browser's own figure for how much of the page has jumped since it began to load, with the elements that jumped. */
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
    // The browser delivers earlier entries before the second frame.
    requestAnimationFrame(() => requestAnimationFrame(() => resolve({ sum, sources })));
  });
}

/** Pressed, chosen or current elements that look like their neighbours except for their colours. */
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
 * Elements that a mouse can use and Tab does not reach, and elements that look the same with and without the focus. While a dialog is open,
 * only its elements are looked at.
 */
export async function unreachableByKeyboard(page: Page): Promise<string[]> {
  // The first key that is pressed turns on the sound of alarms, and the button for the sound disappears.
  await page.keyboard.press("F8");
  await page.getByRole("button", { name: "Turn on sound" }).waitFor({ state: "detached" });
  const count = await page.evaluate(watchFocus);
  for (let pressed = 0; pressed < count + 3; pressed += 1) await page.keyboard.press("Tab");
  return page.evaluate(() => (window as unknown as { focusFindings(): string[] }).focusFindings());
}

/**
 * Runs in the page: notes each element that gets the focus, and its look at that moment. Gives the number of elements that should get the
 * focus.
 */
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
  // Tab continues from the last focus, so that the focus is set to the beginning of the page unless a dialog holds it.
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
