import { DISPATCH_PROJECT } from "#contract/projects.ts";
import { logActivity } from "#data/web_activity_logs/mutations.ts";
import { actingOf } from "#session/acting.ts";
import { LoginForm } from "#session/logins/login-form.tsx";
import { LoginRefused } from "#session/logins/sign-in.ts";
import { getSignIn } from "#session/profile/profile.ts";
import { openSession } from "#session/store.ts";
import { toast } from "#shared/feedback/toast.ts";
import { paths } from "#shared/paths.ts";
import { Dialog } from "#shared/ui/dialog.tsx";
import { texts } from "../texts.ts";

const labels = texts.adminLogin;

/** The login of the dispatch administrator (document 2 §2, §8). When it opens the session, the screen goes on by itself. */
export function AdminLoginDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={labels.title}
      description={labels.description}
    >
      <LoginForm labels={labels} missing={labels.missing} onLogIn={logIn} failed={() => labels.failed} />
    </Dialog>
  );
}

/** Checks the credentials and opens the session. @throws LoginRefused, or DataError when they cannot be checked. */
async function logIn(credentials: { userId: string; password: string }): Promise<void> {
  const signIn = await getSignIn();
  const person = await signIn.dispatchAdmin(credentials);
  if (person === null) throw new LoginRefused(labels.wrong);
  const session = openSession("dispatch-admin", { ...person, project: DISPATCH_PROJECT });
  toast.success(labels.success);
  void logActivity(actingOf("dispatch-admin", session, DISPATCH_PROJECT), {
    action: "login",
    pageUrl: paths.dispatch("administrator"),
  });
}
