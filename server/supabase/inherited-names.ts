// Refuses query parameters that are called like something that every JavaScript object has, like `__proto__`.
//
// Why: @supabase/lite keeps filters in plain objects by the name of their column. `?__proto__=eq.1` changed the prototype of all objects,
// after which no request was answered until the server was started again; `?toString=eq.1` lost the filter.
// Contract test: tests/backend/bad-input-queries.test.ts ("names that every object has").

const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Parameters whose values are names of columns, too. */
const LISTS = new Set(["select", "order", "columns", "on_conflict"]);

/** The refusal of a table call whose query names such a column, or null. */
export function refuseInheritedNames(url: string): Response | null {
  const start = url.indexOf("?");
  if (start === -1) return null;
  for (const [name, value] of new URLSearchParams(url.slice(start))) {
    const found = inheritedIn(name) ?? inheritedIn(LISTS.has(name) ? value : operatorOf(value));
    if (found === undefined) continue;
    const message = `'${found}' is neither a column nor an operator`;
    return Response.json({ code: "PGRST100", details: null, hint: null, message }, { status: 400 });
  }
  return null;
}

/** The operator of a filter's value, which lite looks up in the same way; what it is compared with is anybody's. */
const operatorOf = (value: string) => /^(?:not\.)*([^.(]*)/.exec(value)?.[1] ?? "";

const inheritedIn = (text: string) => text.split(/[^\w$]+/).find((word) => INHERITED.has(word));

/** So that no other way to it exists: nothing can be added any more to what all objects inherit. Call it after the libraries are loaded. */
export function sealInherited(): void {
  Object.preventExtensions(Object.prototype);
}
