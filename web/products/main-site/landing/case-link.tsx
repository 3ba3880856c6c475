import { Link } from "react-router";
import { paths } from "#shared/paths.ts";

/** The way to the driver's case (document 4 §5). Its text stands here and not among those that every first page loads. */
export function CaseLink() {
  return (
    <Link lang="sv" to={paths.driverCase()} className="inline-flex min-h-11 items-center font-semibold underline">
      Har du fått en bot? Visa ärende
    </Link>
  );
}
