import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { onToastWaiting, presentToasts, toast } from "./toast.ts";
import { Toaster } from "./toaster.tsx";

afterEach(cleanup);

test("messages wait in order until a presenter shows them, and later messages come at once", () => {
  const shown: string[] = [];
  toast.success("ett");
  toast.error("två");
  const stop = presentToasts((message) => shown.push(`${message.kind} ${message.text}`));
  expect(shown).toEqual(["success ett", "error två"]);
  toast.info("tre");
  expect(shown).toEqual(["success ett", "error två", "info tre"]);
  stop();
  toast.info("fyra");
  expect(shown).toHaveLength(3);
  presentToasts((message) => shown.push(message.text))();
  expect(shown.at(-1)).toBe("fyra");
});

test("the loader of the host is asked for each message that waits", () => {
  const ask = vi.fn<() => void>();
  const stop = onToastWaiting(ask);
  expect(ask).not.toHaveBeenCalled();
  toast.info("a");
  toast.info("b");
  expect(ask).toHaveBeenCalledTimes(2);
  stop();
  presentToasts(() => undefined)();
});

test("a message sent before the toaster is mounted is shown in a polite live region", async () => {
  toast.success("Parkeringen har registrerats", { description: "Tack" });
  render(<Toaster />);
  const text = await screen.findByText("Parkeringen har registrerats");
  expect(text.closest("[aria-live]")?.getAttribute("aria-live")).toBe("polite");
  expect(screen.getByText("Tack")).toBeTruthy();
  toast.error("Kunde inte ta bort parkeringen");
  expect(await screen.findByText("Kunde inte ta bort parkeringen")).toBeTruthy();
});

// Spec rules §10: A matter has
test("each matter has one toast: the newest replaces the toast before it, and news stand beside it", async () => {
  render(<Toaster />);
  toast.error("Kunde inte spara", { description: "Servern svarade inte" });
  await screen.findByText("Servern svarade inte");
  toast.info("Nytt skift registrerat!");
  toast.success("Sparat");
  await screen.findByText("Sparat");
  await waitFor(() => expect(screen.queryByText("Kunde inte spara")).toBeNull());
  expect(screen.queryByText("Servern svarade inte")).toBeNull();
  expect(screen.getByText("Nytt skift registrerat!")).toBeTruthy();
  const first = screen.getByText("Sparat");
  toast.success("Sparat");
  await waitFor(() => expect(screen.getByText("Sparat")).not.toBe(first));
});

test("a toast with a button acts once and leaves; the next toast of its matter has none", async () => {
  render(<Toaster />);
  const undo = vi.fn<() => void>();
  toast.success("9 units are off duty", { button: { text: "Undo", onPress: undo } });
  await screen.findByText("9 units are off duty");
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(undo).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByText("9 units are off duty")).toBeNull());
  toast.success("Again", { button: { text: "Undo", onPress: undo } });
  await screen.findByRole("button", { name: "Undo" });
  toast.success("Undone");
  await screen.findByText("Undone");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Undo" })).toBeNull());
});
