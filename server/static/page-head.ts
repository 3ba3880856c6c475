// The head of a page for search engines and link previews, which run no script: title, description and picture (ogp.me).

export type PageHead = { title: string; description: string; url?: string; image?: string };

/** A page's HTML before and after the place of its head, without the title and description that it was drawn with. */
export function splitAtHead(html: string): [before: string, after: string] {
  const [before = "", ...after] = html.replace(/<meta name="description"[^>]*>\s*/, "").split(/<title>[^<]*<\/title>/);
  return after.length === 0 ? [before, ""] : [before, after.join("")];
}

/** The HTML of a head. */
export function headHtml({ title, description, url, image }: PageHead): string {
  const metas = [
    meta("name", "description", description),
    meta("property", "og:type", "website"),
    meta("property", "og:title", title),
    meta("property", "og:description", description),
    ...(url === undefined ? [] : [meta("property", "og:url", url), `<link rel="canonical" href="${escaped(url)}" />`]),
    ...(image === undefined ? [] : [meta("property", "og:image", image)]),
    meta("name", "twitter:card", image === undefined ? "summary" : "summary_large_image"),
  ];
  return `<title>${escaped(title)}</title>${metas.join("")}`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (letter) => ENTITIES[letter] ?? "");

const meta = (kind: "name" | "property", name: string, content: string) =>
  `<meta ${kind}="${name}" content="${escaped(content)}" />`;
