import { clsx } from "clsx";
import { House, ImageOff } from "lucide-react";
import { useState } from "react";
import { isLoadable } from "../rules/lists.ts";
import { texts } from "../texts.ts";

/**
 * A picture of a property. Agents give pictures by address, so a picture may be missing: a plain background with a sign replaces it.
 * `className` gives the size.
 */
export function Picture({ url, alt, className }: { url: string; alt: string; className?: string }) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  if (url === "" || !isLoadable(url) || brokenUrl === url) {
    return <NoPicture alt={alt} isBroken={url !== ""} className={className} />;
  }
  return (
    <img
      src={url}
      alt={alt}
      loading="lazy"
      decoding="async"
      draggable={false}
      referrerPolicy="no-referrer"
      onError={() => setBrokenUrl(url)}
      className={clsx("bg-sunken object-cover", className)}
    />
  );
}

function NoPicture({ alt, isBroken, className }: { alt: string; isBroken: boolean; className?: string | undefined }) {
  const text = isBroken ? texts.gallery.missing : texts.gallery.none;
  const Icon = isBroken ? ImageOff : House;
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it stands where an image would
      role="img"
      aria-label={alt === "" ? text : `${alt}. ${text}`}
      className={clsx(
        "@container grid place-content-center justify-items-center gap-2 bg-sunken text-ink-soft",
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-8" strokeWidth={1.5} />
      <span aria-hidden="true" className="hidden px-3 text-center text-sm font-medium @3xs:block">
        {text}
      </span>
    </div>
  );
}
