// Signed addresses: whoever has one may do once named thing for a while, and no more than the person who asked for it may do then.
import { createHmac } from "node:crypto";
import { SignJWT, errors, jwtVerify } from "jose";
import type { Credentials } from "#server/callers/identity.ts";
import { verifyWithAny } from "#server/callers/verify-with-any.ts";
import { type Caller, callerOf } from "./caller.ts";
import { invalid } from "./refusal.ts";
import type { Target } from "./room.ts";

/** Longest life of a signature, in seconds, whatever is asked. */
export const LONGEST_SECONDS = 15 * 60;

type Use = "read" | "upload";

/** What the policies look for in a person's claims; the rest would only make the address longer. */
const KEPT_CLAIMS = ["role", "sub", "session_id", "aal"] as const;

export type Signatures = {
  sign(use: Use, target: Target, caller: Caller, seconds: number): Promise<string>;
  /** Who signed it. Throws Refusal when it is over, of another use or object, or nobody's. */
  verify(use: Use, target: Target, token: string): Promise<Caller>;
};

/** Makes and reads signatures with keys of their own, so that no signature is an access token and no access token one. */
export function createSignatures(credentials: Credentials): Signatures {
  return {
    sign: (use, { bucket, key: name }, caller, seconds) => {
      const claims = Object.fromEntries(
        KEPT_CLAIMS.flatMap((claim) => {
          const value = caller.claims[claim];
          return value === undefined ? [] : [[claim, value]];
        }),
      );
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({ use, url: `${bucket}/${name}`, claims })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setIssuedAt(now)
        .setExpirationTime(now + Math.min(seconds, LONGEST_SECONDS))
        .sign(keyOf(credentials.signingKeys[0] ?? ""));
    },
    verify: async (use, { bucket, key: name }, token) => {
      const { payload } = await verifyWithAny(credentials.signingKeys.map(keyOf), (key) =>
        jwtVerify<{ claims: Record<string, unknown> }>(token, key, { algorithms: ["HS256"] }),
      ).catch((error: unknown) => {
        throw invalid(error instanceof errors.JWTExpired ? OVER : "The signed address is not valid.");
      });
      if (payload["use"] !== use || payload["url"] !== `${bucket}/${name}`)
        throw invalid("The signed address is not valid.");
      return callerOf(payload.claims["role"] as Caller["role"], payload.claims);
    },
  };
}

const keyOf = (secret: string) => createHmac("sha256", secret).update("parkering storage addresses").digest();

export const OVER = "The signed address is no longer valid.";
