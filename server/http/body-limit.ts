// Refuses bodies that are too large, also chunked ones that do not say their length.
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";

/** Takes the largest size in bytes; a larger body is answered with 413 in the shape that supabase-js reads. */
export function limitBody(maxSize: number): MiddlewareHandler {
  return bodyLimit({
    maxSize,
    onError: (context) => {
      // The rest of the body is not read, so the connection cannot carry another request.
      context.header("Connection", "close");
      const message = `The body is larger than ${maxSize} bytes.`;
      return context.json(
        {
          code: "413",
          statusCode: "413",
          error: "Payload too large",
          details: null,
          hint: null,
          message,
          msg: message,
        },
        413,
      );
    },
  });
}
