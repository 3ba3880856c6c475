import { toast } from "./toast.ts";

/** Copies a text to the clipboard, and shows a toast that says whether it worked. */
export async function copyText(text: string, texts: { copied: string; copyFailed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(texts.copied);
  } catch {
    toast.error(texts.copyFailed);
  }
}
