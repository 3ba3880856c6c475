import { useEffect } from "react";

/** What a page says whose address opens a case. The server says the same in headers, but not of a page that another page leads to. */
const META = { robots: "noindex", referrer: "no-referrer" } as const;

/** While the page is open, search engines leave it out and no request names its address. A page drawn at build time says so already. */
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
