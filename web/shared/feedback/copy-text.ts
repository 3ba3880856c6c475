import { toast } from "./toast.ts";

/** Copies a text to the clipboard, and shows a toast that says whether it worked. Gives the same. */
export async function copyText(text: string, texts: { copied: string; copyFailed: string }): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(texts.copied);
    return true;
  } catch {
    toast.error(texts.copyFailed);
    return false;
  }
}
