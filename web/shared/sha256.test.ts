import { expect, it, vi } from "vitest";
import { sha256 } from "./sha256.ts";

const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

// Spec rules §8: A receipt's key
it("gives the digest of the file's bytes, with the browser's own code and without it", async () => {
  expect(await sha256(new Blob(["abc"]))).toBe(ABC);
  vi.stubGlobal("crypto", {});
  expect(await sha256(new Blob(["abc"]))).toBe(ABC);
  vi.unstubAllGlobals();
});
