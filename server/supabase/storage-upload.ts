// Turns an upload as the browser's client sends it into the raw body that @supabase/lite stores.
//
// Why: a Blob or File goes as multipart with an EMPTY field name, which lite does not find; and lite compares a bucket's size limit
// with the header Content-Length only, which a chunked body does not have. Contract test: tests/backend/storage.test.ts.

import { isPhotoType, typeOfPhoto } from "./photo-check.ts";

const UPLOAD = /^\/storage\/v1\/object\/(?!list\/|sign\/|copy$|move$|upload\/sign\/[^?]*$)[^/]+\/.+/;
const SIGNED_UPLOAD = /^\/storage\/v1\/object\/upload\/sign\/[^/]+\/.+/;

/** Whether a request stores an object (POST and PUT of an object, PUT to a signed address). */
export function isUpload(method: string, path: string): boolean {
  if (method === "POST") return UPLOAD.test(path);
  return method === "PUT" && (UPLOAD.test(path) || SIGNED_UPLOAD.test(path));
}

/**
 * Takes an upload and gives the same request with the file's bytes as its body, its type and its length.
 * The body must already be limited in size. Throws TypeError when a multipart body cannot be read, PhotoError when the bytes are no
 * photo. A photo gets the type that it has: phones write the one that its name ends with.
 */
export async function rawUpload(request: Request): Promise<Request> {
  const headers = new Headers(request.headers);
  headers.delete("transfer-encoding");
  if (!headers.get("content-type")?.startsWith("multipart/form-data")) {
    const bytes = await request.arrayBuffer();
    headers.set("content-type", storedType(bytes, headers.get("content-type") ?? ""));
    headers.set("content-length", String(bytes.byteLength));
    return new Request(request.url, { method: request.method, headers, body: bytes });
  }

  const form = await request.formData();
  const file = [...form.values()].find((value) => typeof value !== "string");
  if (!file) throw new TypeError("Missing file in multipart upload");
  const bytes = await file.arrayBuffer();
  const cacheControl = form.get("cacheControl");
  if (typeof cacheControl === "string" && /^\d+$/.test(cacheControl))
    headers.set("cache-control", `max-age=${cacheControl}`);
  headers.set("content-type", storedType(bytes, file.type));
  headers.set("content-length", String(bytes.byteLength));
  return new Request(request.url, { method: request.method, headers, body: bytes });
}

/** Largest file that is stored, in bytes (document 1 §9). */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Which type a file is stored under. What is not stored for its size or its type the storage service says itself. */
function storedType(bytes: ArrayBuffer, claimed: string): string {
  const type = claimed.split(";", 1)[0]?.trim() || "application/octet-stream";
  return bytes.byteLength <= MAX_FILE_BYTES && isPhotoType(type) ? typeOfPhoto(new Uint8Array(bytes)) : type;
}
