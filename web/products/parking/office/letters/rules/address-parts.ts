/** An address in the parts that other programs need; an address that cannot be separated stands in `street`. */
export type AddressParts = { street: string; postcode: string; town: string };

/** The postcode, perhaps with a country code, and the town after it, up to the next comma. */
const TOWN = /^(.*?)[\s,;]*(?:(?:SE?|SVERIGE)[\s-]*)?(?<!\d)(\d{3}) ?(\d{2})(?!\d)[\s,;]+([^\d\s,;][^\d,;]*)$/isu;
const COUNTRY = /[\s,;]+(?:sverige|sweden)$/iu;

/** The street, postcode and town of a Swedish address, in lines or in one line (`Gatan 1, 123 45 Malmö`). */
export function addressParts(address: string): AddressParts {
  const whole = address
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(", ");
  const [, street = "", area = "", place = "", town = ""] = TOWN.exec(whole.replace(COUNTRY, "")) ?? [];
  if (town === "") return { street: whole, postcode: "", town: "" };
  return { street: street.trim(), postcode: `${area} ${place}`, town: town.trim() };
}
