import { expect, test } from "vitest";
import { replyLink, signatureSource } from "./message-parts.ts";

test.each([
  ["data:image/png;base64,iVBORw0KGgo=", true],
  ["", false],
  ["data:image/svg+xml;base64,PHN2Zz4=", false],
  ["data:text/html;base64,PGI+", false],
  ["https://example.com/a.png", false],
  ["javascript:alert(1)", false],
  ['data:image/png;base64,iVBO" onerror="alert(1)', false],
])("the signature %j is a picture: %s", (signature, expected) => {
  expect(signatureSource(signature)).toBe(expected ? signature : null);
});

test.each([
  ["anna@example.com", "Hej & välkommen", "mailto:anna@example.com?subject=Re%3A%20Hej%20%26%20v%C3%A4lkommen"],
  ["anna@example.com?bcc=alla@example.com", "Hej", null],
  ["anna@example.com,bo@example.com", "Hej", null],
  ["anna", "Hej", null],
  ["<b>@example.com", "Hej", null],
])("an answer to %j about %j goes to %j", (email, subject, expected) => {
  expect(replyLink(email, subject)).toBe(expected);
});
