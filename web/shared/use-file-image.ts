import { type RefObject, useEffect, useRef } from "react";

/** Shows a file of this device in the image that takes the ref, and frees the memory when the image or the file goes. */
export function useFileImage(file: Blob): RefObject<HTMLImageElement | null> {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (image.current === null) return undefined;
    const address = URL.createObjectURL(file);
    image.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [file]);
  return image;
}
