import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Words } from "./words.tsx";

afterEach(cleanup);

// Spec rules §10: Long Swedish words
test.each([
  ["Parkeringsbot ZZK 41B", "Parkerings|bot ZZK 41B"],
  ["Registreringsnummer", "Registrerings|nummer"],
  ["Administratörsinloggning", "Administra|törs|inloggning"],
  ["Kontrollera registreringsnumret", "Kontrollera registrerings|numret"],
  ["Betalningar som inte är obetalda", "Betal|ningar som inte är obetalda"],
  ["Läs skylten", "Läs skylten"],
  ["Kajparkering vid färjeterminalen", "Kaj|parkering vid färje|terminalen"],
  ["Magasinsgatan 4 och Gatan 1", "Magasins|gatan 4 och Gatan 1"],
  ["Ambulanssjukvården", "Ambulans|sjukvården"],
  ["Parkering i standardparkeringen", "Parkering i standard|parkeringen"],
])("%s breaks at its joints, and stays the same text", (text, joints) => {
  const { container } = render(<Words text={text} />);
  expect(container.textContent).toBe(text);
  for (const joint of container.querySelectorAll(".joint")) joint.textContent = "|";
  expect(container.textContent).toBe(joints);
});
