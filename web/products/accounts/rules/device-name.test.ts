import { expect, test } from "vitest";
import { deviceName } from "./device-name.ts";

const KIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/142.0.0.0 Safari/537.36`, "Chrome, Windows"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0`, "Edge, Windows"],
  [`Mozilla/5.0 (Linux; Android 16) ${KIT} Chrome/142.0.0.0 Mobile Safari/537.36`, "Chrome, Android"],
  [
    `Mozilla/5.0 (Linux; Android 16) ${KIT} SamsungBrowser/29 Chrome/136 Mobile Safari/537.36`,
    "Samsung Internet, Android",
  ],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1", "Safari, iPhone"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) CriOS/142.0 Mobile/15E148 Safari/604.1", "Chrome, iPhone"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox, Mac"],
  [`Mozilla/5.0 (X11; CrOS x86_64 16328) ${KIT} Chrome/142.0.0.0 Safari/537.36`, "Chrome, ChromeOS"],
  ["curl/8.5.0", null],
  ["", null],
  [null, null],
])("%s is %s", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
