import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PATIENCE } from "#tests/support/run/patience.ts";
import { FinePreview } from "./fine-preview.tsx";
import { ticketTexts } from "#parking/kernel/notice/notice-texts.ts";
import { ticketDocument } from "#parking/kernel/notice/rules/fine-document.ts";
import { newFineDraft } from "#parking/kernel/notice/rules/fine-draft.ts";

// A browser without a screen draws no picture.
vi.mock("#shared/feedback/load-code.ts", () => ({
  loadCode: () => async () => ({ snapdom: async () => ({ toBlob: async () => new Blob(["PNG"]) }) }),
}));

const share = vi.fn<(data: ShareData) => Promise<void>>();
beforeEach(() => {
  vi.stubGlobal("navigator", Object.assign(navigator, { canShare: () => true, share }));
  Object.defineProperty(document, "fonts", { configurable: true, value: { ready: Promise.resolve() } });
  share.mockReset().mockResolvedValue();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const NUMBER = "12345674";
const parking = {
  ref_number: "ABC 123",
  car_model: "Volvo",
  car_color: "Röd",
  street: "Kajen 4",
  discord_username: null,
  start_time: null,
  end_time: null,
};

/** Draws the notice; returns the log entries. */
function draw(isWhole: boolean, isStoring = false): string[] {
  const logged: string[] = [];
  const issuedAt = new Date("2026-11-21T08:05:00Z");
  const facts = { siteName: "Kajen", choices: [], settings: null, stored: undefined, isDraft: false, issuedAt };
  render(
    <FinePreview
      data={ticketDocument(newFineDraft("vakt01", issuedAt, NUMBER), parking, facts)}
      texts={ticketTexts}
      fileName="parkering-ABC123.png"
      log={(name) => void logged.push(name)}
      check={() => isWhole}
      isStoring={isStoring}
      copyButton={createRef()}
    />,
  );
  return logged;
}

const press = () => fireEvent.click(screen.getByRole("button", { name: "Dela" }));

test("the notice is passed to the device as a picture with its name", async () => {
  const logged = draw(true);
  press();
  expect(await screen.findByRole("button", { name: "Delad" })).toBeTruthy();
  const [file] = share.mock.calls[0]?.[0].files ?? [];
  expect([file?.name, file?.type, await file?.text()]).toEqual(["parkering-ABC123.png", "image/png", "PNG"]);
  expect(logged).toEqual(["ticket_share_attempt", "ticket_shared"]);
});

test("closing the device's own dialog is no failure; when sharing fails, the person is told to save the picture", async () => {
  const logged = draw(true);
  share.mockRejectedValueOnce(new DOMException("closed", "AbortError"));
  press();
  expect(await screen.findByRole("button", { name: "Delad" })).toBeTruthy();
  cleanup();
  const other = draw(true);
  share.mockRejectedValueOnce(new DOMException("no", "NotAllowedError"));
  press();
  await vi.waitFor(() => expect(other).toEqual(["ticket_share_attempt", "ticket_share_failed"]), PATIENCE);
  expect(logged).toEqual(["ticket_share_attempt", "ticket_shared"]);
});

test("an incomplete notice is not shared", () => {
  const logged = draw(false);
  press();
  expect(share).not.toHaveBeenCalled();
  expect(logged).toEqual([]);
});

// Spec rules §4: A fine that
test("nothing of a notice can be taken while it is being stored", () => {
  const print = vi.fn<() => void>();
  vi.stubGlobal("print", print);
  const logged = draw(true, true);
  const buttons = screen.getAllByRole("button");
  expect(buttons.map(({ textContent }) => textContent)).toEqual(["Kopiera bild", "Spara bild", "Dela", "Skriv ut"]);
  for (const button of buttons) {
    expect(button.getAttribute("aria-disabled")).toBe("true");
    fireEvent.click(button);
  }
  expect(share).not.toHaveBeenCalled();
  expect(print).not.toHaveBeenCalled();
  expect(logged).toEqual([]);
});
