// Names of routes: as many as the product has, whatever address is asked for.
import { expect, test } from "vitest";
import { nameRoute } from "./route-names.ts";

const isKnown = (_api: string, name: string) => ["parkings", "rpc/log_in", "create-admin-user"].includes(name);

test.each([
  ["/rest/v1/parkings?select=*", "/rest/v1/parkings"],
  ["/rest/v1/rpc/log_in", "/rest/v1/rpc/log_in"],
  ["/rest/v1/made_up_1", "/rest/v1/*"],
  ["/rest/v1/", "/rest/v1/*"],
  ["/functions/v1/create-admin-user", "/functions/v1/create-admin-user"],
  ["/functions/v1/made-up", "/functions/v1/*"],
  ["/auth/v1/token?grant_type=password", "/auth/v1/token"],
  ["/auth/v1/factors/3f2a/verify", "/auth/v1/factors"],
  ["/auth/v1/made-up", "/auth/v1/*"],
  ["/storage/v1/object/public/shift-images/a.png", "/storage/v1/object"],
  ["/realtime/v1/websocket?apikey=x", "/realtime/v1/*"],
  ["/healthz", "/healthz"],
  ["/assets/app-1a2b.js", "assets"],
  ["/", "pages"],
  ["/ostra-hamnen/attendant-login", "pages"],
  ["/../../etc/passwd", "pages"],
])("%s is %s", (address, name) => {
  expect(nameRoute(address, isKnown)).toBe(name);
});
