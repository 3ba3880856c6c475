// Seals what every JavaScript object inherits.
//
// Why: @supabase/lite keeps what it reads in plain objects by names that a caller chose; one called `__proto__` changed the prototype
// of all objects. Contract test: tests/backend/bad-input-queries.test.ts ("names that every object has").

/** Nothing can be added any more to what all objects inherit. Call it after the libraries are loaded. */
export function sealInherited(): void {
  Object.preventExtensions(Object.prototype);
}
