/** An address in the parts that programs ask for; what cannot be told apart stands in `street`. */
export type AddressParts = { street: string; postcode: string; town: string };

/** The postcode, perhaps with its country, and the town behind it up to the next comma. */
const TOWN = /^(.*?)[\s,;]*(?:(?:SE?|SVERIGE)[\s-]*)?(?<!\d)(\d{3}) ?(\d{2})(?!\d)[\s,;]+([^\d\s,;][^\d,;]*)$/isu;
const COUNTRY = /[\s,;]+(?:sverige|sweden)$/iu;

/** The street, postcode and town of a Swedish address, in lines or in one (`Gatan 1, 123 45 Malmö`). */
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
