// Estimates how many guesses passwords take (password-estimate.ts starts it), on a thread of its own: a text that is made to be hard takes
// tenths of a second, in which the server's thread would answer nobody. The file is plain JavaScript, so that Node runs it from the sources
// and from dist/ alike.
import { parentPort, workerData } from "node:worker_threads";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

const estimator = new ZxcvbnFactory({ dictionary: { ...dictionary, product: workerData }, graphs: adjacencyGraphs });

parentPort?.on("message", ({ id, password, names }) => {
  const { guesses, sequence } = estimator.check(password, names);
  const parts = sequence.map(({ token, pattern, dictionaryName }) => ({ token, pattern, dictionaryName }));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage({ id, guesses, parts });
});
