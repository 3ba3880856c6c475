import * as v from "valibot";
import { PASSWORD_LENGTH, USER_ID_LENGTH } from "#contract/limits.ts";
import { DISPATCH_PROJECT } from "#contract/projects.ts";
import { logActivity } from "#data/web_activity_logs/mutations.ts";
import { getSignIn } from "#session/profile.ts";
import { openSession } from "#session/store.ts";
import { toast } from "#shared/feedback/toast.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { PasswordField } from "#shared/form/password-field.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { paths } from "#shared/paths.ts";
import { Dialog } from "#shared/ui/dialog.tsx";
import { texts } from "../texts.ts";

const labels = texts.adminLogin;

const loginSchema = v.object({
  userId: v.pipe(v.string(), v.trim(), v.maxLength(USER_ID_LENGTH.max)),
  password: v.pipe(v.string(), v.maxLength(PASSWORD_LENGTH.max)),
});

/** The login of the dispatch administrator (document 2 §2, §8); the session that it opens takes the screen on. */
export function AdminLoginDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={labels.title}
      description={labels.description}
      closeText={labels.close}
    >
      <LoginForm />
    </Dialog>
  );
}

function LoginForm() {
  const form = useForm({
    initial: { userId: "", password: "" },
    schema: loginSchema,
    required: { fields: ["userId", "password"], text: labels.missing },
    onSubmit: logIn,
    failed: () => {
      toast.error(labels.failed);
      return undefined;
    },
  });
  return (
    <Form
      form={form}
      actions={
        <SubmitButton form={form} wide>
          {labels.submit}
        </SubmitButton>
      }
    >
      <TextField
        label={labels.userId}
        {...form.field("userId")}
        required
        maxLength={USER_ID_LENGTH.max}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <PasswordField
        label={labels.password}
        {...form.field("password")}
        required
        maxLength={PASSWORD_LENGTH.max}
        reveal={{ show: labels.showPassword, hide: labels.hidePassword }}
      />
    </Form>
  );
}

/** Checks the credentials and opens the session. @throws DataError when they cannot be checked. */
async function logIn(credentials: { userId: string; password: string }): Promise<void> {
  const signIn = await getSignIn();
  const person = await signIn.dispatchAdmin(credentials);
  if (person === null) {
    toast.error(labels.wrong);
    return;
  }
  openSession("dispatch-admin", { ...person, project: DISPATCH_PROJECT });
  toast.success(labels.success);
  void logActivity({
    userId: person.userId,
    userType: "dispatch-admin",
    action: "login",
    pageUrl: paths.dispatch("administrator"),
  });
}
