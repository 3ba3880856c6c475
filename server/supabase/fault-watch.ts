// Remembers what failed below @supabase/lite, so that its answer can say so.
//
// Why: lite's storage and sign-in answer every unknown error with 500 and keep the error to themselves; a client repeats what failed
// with 503 and tells people about 507. Contract tests: tests/faults/crash.test.ts, tests/faults/disk-full.test.ts.

/** The last fault of one thing that requests need. */
export class FaultWatch {
  #count = 0;
  #last: unknown = null;

  /** How many were noted so far: what `since` is asked with after a request. */
  get count(): number {
    return this.#count;
  }

  note(error: unknown): void {
    this.#count += 1;
    this.#last = error;
  }

  /** The last fault if one was noted after the count was `count`, else null. Of requests at the same time each is given it. */
  since(count: number): unknown {
    return this.#count > count ? this.#last : null;
  }
}
