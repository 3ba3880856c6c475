/** Computes where toasts stand: at the lower left where the page is empty, and on a full page over the screen's title. */

export type Box = { top: number; bottom: number; left: number; right: number };

/** The place of toasts: their left edge and their bottom edge, in pixels of the window. */
export type ToastPlace = { left: number; bottom: number };

/** Boxes on the page, those first that toasts must leave free longest. */
export type PageBoxes = {
  /** Fields, messages and times left. */
  kept: readonly Box[];
  /** Buttons and links. */
  pressed: readonly Box[];
  /** Headings of parts, and results. */
  told: readonly Box[];
  /** Texts and pictures. */
  read: readonly Box[];
  /** The texts of the sign on top: the screen's title. */
  title: readonly Box[];
};

/** Space between a toast and the boxes it avoids, in pixels. */
export const TOAST_GAP = 16;

/**
 * The lowest place for toasts of this `size` within the `visible` part of the page, at one of the left edges `lefts`, of which earlier ones
 * are better. It covers nothing; else the title alone; else texts, but nothing that is pressed; else headings and results too; else buttons;
 * else it is the lowest.
 */
export function toastPlace(
  size: { width: number; height: number },
  lefts: readonly number[],
  visible: { top: number; bottom: number },
  { kept, pressed, told, read, title }: PageBoxes,
): ToastPlace {
  const lowest = visible.bottom - TOAST_GAP;
  const places = [lowest, ...[kept, pressed, told, read, title].flat().map(({ top }) => top - TOAST_GAP / 2)]
    .filter((bottom) => bottom <= lowest && bottom - size.height >= visible.top)
    .toSorted((one, other) => other - one)
    .flatMap((bottom) => lefts.map((left) => ({ left, bottom })));
  const covers =
    ({ left, bottom }: ToastPlace) =>
    (box: Box) =>
      box.left < left + size.width && box.right > left && box.top < bottom && box.bottom > bottom - size.height;
  for (const avoided of [
    [kept, pressed, told, read, title],
    [kept, pressed, told, read],
    [kept, pressed, told],
    [kept, pressed],
    [kept],
  ]) {
    const boxes = avoided.flat();
    const place = places.find((each) => !boxes.some(covers(each)));
    if (place !== undefined) return place;
  }
  return { left: lefts[0] ?? TOAST_GAP, bottom: lowest };
}

/** Elements that people read at once. A result is an `output` element. */
const TOLD = "main h1, h2, h3, output";
/** Elements that people type into, or must not miss. */
const KEPT = "[role=alert], [role=timer], input:not([type=hidden]), textarea, select, [role=slider], [role=combobox]";
const CONTROLS = "button, a[href], summary";
const PICTURES = "img, video, canvas, meter, svg[role=img]";

/** Parts of long lists. One that is out of the window is not looked into: 500 rows would take longer than some frames. */
const LISTED = "tr, li, fieldset";
const TOASTS = "[data-sonner-toaster]";

/** The boxes on the page now. Behind an open dialog nothing can be read or pressed, so only the dialog counts. */
export function measurePage(): PageBoxes {
  const dialog = document.querySelector("[role=dialog], [role=alertdialog]");
  const boxes: Record<keyof PageBoxes, Box[]> = { kept: [], pressed: [], told: [], read: [], title: [] };
  if (dialog !== null) boxes.read.push(dialog.getBoundingClientRect());
  for (const element of elementsIn(dialog ?? document.body)) {
    const kinds = kindsOf(element);
    if (kinds.length === 0) continue;
    const box = element.getBoundingClientRect();
    if (box.width > 1 && isInWindow(box)) for (const kind of kinds) boxes[kind].push(box);
  }
  return boxes;
}

function* elementsIn(root: Element): Generator<Element> {
  const elements = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT, (node) => {
    const element = node as Element;
    const isLeft = element.matches(TOASTS) || (element.matches(LISTED) && !isInWindow(element.getBoundingClientRect()));
    return isLeft ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
  });
  while (elements.nextNode() !== null) yield elements.currentNode as Element;
}

/** Elements without a box of their own are looked into. */
const isInWindow = ({ top, bottom }: Box) => bottom >= 0 && top < window.innerHeight;

function kindsOf(element: Element): (keyof PageBoxes)[] {
  const kinds: (keyof PageBoxes)[] = [];
  if (element.matches(KEPT)) kinds.push("kept");
  if (element.matches(CONTROLS)) kinds.push("pressed");
  if (element.matches(TOLD)) kinds.push("told");
  if (hasText(element) || element.matches(PICTURES))
    kinds.push(element.closest(".road-sign") === null ? "read" : "title");
  return kinds;
}

const hasText = (element: Element) =>
  [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "");

/** The visible part of the page; a phone's keyboard covers the rest. */
export function visiblePart(): { top: number; bottom: number } {
  const { offsetTop: top = 0, height = window.innerHeight } = window.visualViewport ?? {};
  return { top, bottom: top + height };
}
