/** Reads a bank's file outside the page's own thread. */
import { type Reading, type ReadFile, readBankFile } from "./rules/read-bank-file.ts";

export type BankFileMessage = { file: File; reading: Reading };
/** Undefined when the device could not read the file, or the code failed. */
export type BankFileAnswer = ReadFile | undefined;

self.addEventListener("message", ({ data }: MessageEvent<BankFileMessage>) => {
  void answer(data).then((read) => self.postMessage(read satisfies BankFileAnswer, {}));
});

async function answer({ file, reading }: BankFileMessage): Promise<BankFileAnswer> {
  try {
    return await readBankFile(new Uint8Array(await file.arrayBuffer()), reading);
  } catch {
    return undefined;
  }
}
