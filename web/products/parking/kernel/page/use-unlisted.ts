import { useEffect } from "react";

/**
 * Meta tags of a page whose address opens a case. The server sends the same as headers, but not for a page that was opened from another
 * page.
 */
const META = { robots: "noindex", referrer: "no-referrer" } as const;

/** Keeps the open page out of search engines, and its address out of requests. A prerendered page has the tags already. */
export function useUnlisted(): void {
  useEffect(() => {
    const added = Object.entries(META).map(([name, content]) => {
      const meta = document.querySelector(`meta[name=${name}]`) ?? document.createElement("meta");
      Object.assign(meta, { name, content });
      document.head.append(meta);
      return meta;
    });
    return () => {
      for (const meta of added) meta.remove();
    };
  }, []);
}
