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

/** A page with more elements of a kind than this is not measured whole, because that would take longer than a frame. */
const MOST = 1500;

const isOnSign = (element: Element) => element.closest(".road-sign") !== null;

/** The boxes on the page now. Behind an open dialog nothing can be read or pressed, so only the dialog counts. */
export function measurePage(): PageBoxes {
  const dialog = document.querySelector("[role=dialog], [role=alertdialog]");
  const root = dialog ?? document.body;
  const texts = [...textsIn(root), ...root.querySelectorAll(PICTURES)];
  return {
    kept: boxesOf(root.querySelectorAll(KEPT)),
    pressed: boxesOf(root.querySelectorAll(CONTROLS)),
    told: boxesOf(root.querySelectorAll(TOLD)),
    read: boxesOf([...(dialog === null ? [] : [dialog]), ...texts.filter((text) => !isOnSign(text))]),
    title: boxesOf(texts.filter(isOnSign)),
  };
}

/** The elements that hold a text themselves. */
function textsIn(root: Element): Set<Element> {
  const found = new Set<Element>();
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null && found.size < MOST; text = texts.nextNode()) {
    if (text.parentElement !== null && text.textContent?.trim() !== "") found.add(text.parentElement);
  }
  return found;
}

function boxesOf(elements: Iterable<Element>): Box[] {
  return [...elements]
    .slice(0, MOST)
    .filter((element) => element.closest("[data-sonner-toaster]") === null)
    .map((element) => element.getBoundingClientRect())
    .filter(({ top, bottom, width }) => width > 1 && bottom > 0 && top < window.innerHeight);
}

/** The visible part of the page; a phone's keyboard covers the rest. */
export function visiblePart(): { top: number; bottom: number } {
  const { offsetTop: top = 0, height = window.innerHeight } = window.visualViewport ?? {};
  return { top, bottom: top + height };
}
