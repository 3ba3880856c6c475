import { Share2 } from "lucide-react";
import { copyText } from "#shared/feedback/copy-text.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { texts } from "../texts.ts";

const labels = texts.share;

/** Shares a property's address by the device, or copies it where the device cannot. */
export function ShareProperty({ id, title }: { id: string; title: string }) {
  const url = window.location.origin + paths.listing(id);
  return (
    <Button size="small" onClick={() => void share(url, title)}>
      <Share2 aria-hidden="true" />
      {labels.share}
    </Button>
  );
}

/** Closing the device's own dialog is no failure. */
async function share(url: string, title: string): Promise<void> {
  if (!("share" in navigator)) {
    await copyText(url, labels);
    return;
  }
  try {
    await navigator.share({ url, title });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) await copyText(url, labels);
  }
}
