import { toast } from "./toast.ts";

/** Puts a text on the clipboard and tells whether it could. */
export async function copyText(text: string, texts: { copied: string; copyFailed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(texts.copied);
  } catch {
    toast.error(texts.copyFailed);
  }
}
