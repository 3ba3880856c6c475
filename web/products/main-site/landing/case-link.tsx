import { Link } from "react-router";
import { paths } from "#shared/paths.ts";

/** A link to the driver's case (document 4 §5). Its text stands here, apart from the texts that every first page loads. */
export function CaseLink() {
  return (
    <Link lang="sv" to={paths.driverCase()} className="inline-flex min-h-11 items-center font-semibold underline">
      Har du fått en bot? Visa ärende
    </Link>
  );
}
