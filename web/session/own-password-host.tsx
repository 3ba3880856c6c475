import { lazy, Suspense, useSyncExternalStore } from "react";
import { currentOwnPassword, onOwnPasswordChange } from "./own-password.ts";

const OwnPasswordDialog = lazy(async () => ({
  default: (await import("./own-password-dialog.tsx")).OwnPasswordDialog,
}));

/** The place of the question for an own password; stands once in the application. Its code comes with the first question. */
export function OwnPasswordHost() {
  const question = useSyncExternalStore(onOwnPasswordChange, currentOwnPassword);
  if (question === undefined) return null;
  return (
    <Suspense>
      <OwnPasswordDialog question={question} />
    </Suspense>
  );
}
