import { useEffect, useEffectEvent, useRef, useState } from "react";

/** Whether the page may use the camera without asking: on a device to carry, whose browser has given the permission before. */
async function mayOpenUnasked(): Promise<boolean> {
  if (!matchMedia("(pointer: coarse)").matches) return false;
  try {
    return (await navigator.permissions.query({ name: "camera" })).state === "granted";
  } catch {
    // Some browsers do not tell this permission; the camera then opens by a press.
    return false;
  }
}

/**
 * Whether the camera of a fine is open. It opens by itself for a fine that `needsPhotos` where nobody has to be asked, which saves a press
 * for each fine; once closed it stays closed until a press.
 */
export function useOpenCamera(needsPhotos: boolean) {
  const [isOpen, setIsOpen] = useState(false);
  const wasOpened = useRef(false);
  const openUnasked = useEffectEvent(() => {
    if (!wasOpened.current) setIsOpen(true);
    wasOpened.current = true;
  });
  useEffect(() => {
    if (!needsPhotos) return undefined;
    let isGone = false;
    void mayOpenUnasked().then((may) => may && !isGone && openUnasked());
    return () => {
      isGone = true;
    };
  }, [needsPhotos]);
  return { isOpen, open: () => setIsOpen(true), close: () => setIsOpen(false) };
}
