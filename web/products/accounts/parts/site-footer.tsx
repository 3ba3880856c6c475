import { Link } from "react-router";
import { paths } from "#shared/paths.ts";
import { BrandMark } from "#shared/ui/brand.tsx";
import { texts } from "../texts.ts";

const LINKS = [
  { label: texts.footer.home, to: paths.landing() },
  { label: texts.footer.guests, to: paths.guestDashboard() },
  { label: texts.footer.listings, to: paths.listings() },
] as const;

/** The foot of the sign-in page: the company's sign and links (document 2 §2: wrapped in header and footer). */
export function SiteFooter() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <div>
        <BrandMark />
        <p className="mt-2 text-sm text-ink-soft">{texts.footer.about}</p>
      </div>
      <nav aria-label={texts.footer.label}>
        <ul className="flex flex-wrap gap-x-6">
          {LINKS.map(({ label, to }) => (
            <li key={to}>
              <Link to={to} className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
