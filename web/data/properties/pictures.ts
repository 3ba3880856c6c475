/** Stores pictures of properties (document 5 §1), for the form alone: the listings fetch no code for it. */
import { defineMutation } from "../define-mutation.ts";
import { uploadPropertyImage } from "../stored-files.ts";

export const useUploadPropertyImage = defineMutation((acting, { path, photo }: { path: string; photo: Blob }) =>
  uploadPropertyImage(acting, path, photo),
);
