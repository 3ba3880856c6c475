// Reads the file of an upload: raw bytes, or a form as the browser's client sends it, and what kind of file it is.
import { isPhotoType, typeOfPhoto } from "./photo-check.ts";
import { Refusal, invalid } from "./refusal.ts";
import type { Room } from "./room.ts";

export type Upload = { bytes: Uint8Array; mimetype: string; cacheControl: string };

/** Largest file that is stored, in bytes (document 1 §9). */
const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** The file of a request whose body is limited already. Throws Refusal. */
export async function readUpload(request: Request): Promise<Upload> {
  const { headers } = request;
  if (headers.get("x-upsert") === "true")
    throw new Refusal(400, "InvalidRequest", "A stored file is never replaced: x-upsert is not supported.");
  const type = headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) {
    const seconds = /^max-age=(\d{1,9})$/.exec(headers.get("cache-control") ?? "")?.[1];
    return uploadOf(new Uint8Array(await request.arrayBuffer()), type, seconds);
  }
  const form = await request.formData().catch(() => {
    throw invalid("The form cannot be read.");
  });
  const seconds = form.get("cacheControl");
  form.delete("cacheControl");
  const [file, ...more] = [...form.values()];
  if (file === undefined || typeof file === "string" || more.length > 0)
    throw invalid("The form must hold one file, and may hold cacheControl.");
  const bytes = new Uint8Array(await file.arrayBuffer());
  return uploadOf(bytes, file.type, typeof seconds === "string" ? seconds : undefined);
}

const uploadOf = (bytes: Uint8Array, type: string, seconds = ""): Upload => ({
  bytes,
  mimetype: type.split(";", 1)[0]?.trim().toLowerCase() || "application/octet-stream",
  cacheControl: /^\d{1,9}$/.test(seconds) ? `max-age=${seconds}` : "no-cache",
});

/**
 * The type under which a file is stored, which for photos is read from the bytes: phones write the one that a name ends with.
 * Throws Refusal or PhotoError for what the bucket does not take.
 */
export function checkFile({ bytes, mimetype }: Upload, { sizeLimit, types }: Room): string {
  const limit = Math.min(sizeLimit ?? MAX_FILE_BYTES, MAX_FILE_BYTES);
  if (bytes.byteLength > limit)
    throw new Refusal(413, "Payload too large", `The object exceeded the maximum allowed size of ${limit} bytes`, 400);
  const type = isPhotoType(mimetype) ? typeOfPhoto(bytes) : mimetype;
  if (types !== null && !types.includes(type)) {
    const message = `mime type ${type.slice(0, 100)} is not supported. Supported: ${types.join(", ")}`;
    throw new Refusal(415, "invalid_mime_type", message, 400);
  }
  return type;
}
