// Lets Node warn with error objects again.
//
// Why: @supabase/lite replaces process.emitWarning by a function that calls `warning.includes`; Node also passes errors there (for
// example for a rejection that nobody handled), and the TypeError that follows would end the process.
// Contract test: server/supabase/repair-warnings.test.ts.

/** Puts a function in front of lite's that passes errors on as Node does. Call it after lite is loaded. */
export function repairWarnings(): void {
  const patched = process.emitWarning.bind(process) as (...values: unknown[]) => void;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (typeof warning === "string") patched(warning, ...rest);
    else process.nextTick(() => process.emit("warning", warning));
  };
}
