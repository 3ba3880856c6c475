import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Plate } from "./plate.tsx";

afterEach(cleanup);

// Spec rules §14: On a plate
test.each([
  ["HOO 700", "HOO 700", 2, true],
  ["hzv-70o", "HZV 70O", 1, true],
  ["hzv 7oo", "HZV 7OO", 0, false],
  ["ABC12O", "ABC 12O", 0, true],
  ["AB 12045", "AB 12045", 1, false],
  ["EL 12345", "EL 12345", 0, false],
])(
  "%s is read as %s: each 0 has a stroke, of %i; the blue band is a Swedish plate's: %s",
  (value, read, zeros, isSwedish) => {
    const { container } = render(<Plate value={value} />);
    expect(container.textContent).toBe(read);
    const stroked = [...container.querySelectorAll(".stroked-zero")];
    expect(stroked.map(({ textContent }) => textContent)).toEqual(Array.from({ length: zeros }, () => "0"));
    expect(container.querySelector("[aria-hidden]") !== null).toBe(isSwedish);
  },
);
