import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { CONTACT_MESSAGE_MAX } from "#contract/limits.ts";
import { loadAccount, type SignedIn, useAccount } from "#session/account/account-role.ts";
import { getSignIn } from "#session/profile/profile.ts";
import { LoginReason } from "#session/logins/login-reason.tsx";
import { LoginCancelled } from "#session/logins/sign-in.ts";
import { leave } from "#session/logins/visitor.ts";
import { toast } from "#shared/feedback/toast.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { PasswordField } from "#shared/form/password-field.tsx";
import { TextField } from "#shared/form/text-field.tsx";
import { useForm } from "#shared/form/use-form.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card } from "#shared/ui/card.tsx";
import { Page } from "#shared/ui/page.tsx";
import { useEarlyPress } from "#shared/use-early-press.ts";
import { addressAfterSignIn, signInFailureText, signInSchema } from "../rules/sign-in.ts";
import { texts } from "../texts.ts";
import { SiteFooter } from "./site-footer.tsx";

const labels = texts.signIn;

/** The sign-in with an account, within header and footer (document 2 §2). `from` is the address to return to, if any. */
export function SignInPage({ from }: { from: string | null }) {
  const navigate = useNavigate();
  return (
    <Page
      title={labels.title}
      description={labels.introduction}
      lang="en"
      width="narrow"
      back={{ label: labels.back, onClick: () => void navigate(paths.landing()) }}
      footer={<SiteFooter />}
    >
      <SignInCard onIn={(account) => void navigate(addressAfterSignIn(account.role, from), { replace: true })} />
    </Page>
  );
}

function SignInCard({ onIn }: { onIn: (account: Pick<SignedIn, "role">) => void }) {
  const cache = useQueryClient();
  const account = useAccount();
  useEarlyPress();
  const form = useForm({
    initial: { emailOrUsername: "", password: "" },
    schema: signInSchema,
    required: { fields: ["emailOrUsername", "password"], text: labels.missing },
    onSubmit: async (typed) => {
      const signIn = await getSignIn();
      await signIn.account(typed);
      const known = await loadAccount(cache);
      toast.success(labels.success);
      onIn(known ?? { role: "member" });
    },
    failed: (error) => (error instanceof LoginCancelled ? undefined : { text: signInFailureText(error), at: "both" }),
  });
  return (
    <>
      {account.status === "signed-in" && !form.isPending && (
        <AlreadyIn email={account.email} onContinue={() => onIn(account)} />
      )}
      <Card>
        <Form
          form={form}
          actions={
            <SubmitButton form={form} wide>
              {labels.submit}
            </SubmitButton>
          }
        >
          <TextField
            label={labels.emailOrUsername}
            {...form.field("emailOrUsername")}
            required
            maxLength={CONTACT_MESSAGE_MAX.email}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
          <PasswordField {...form.field("password")} required reveal />
          <LoginReason />
        </Form>
      </Card>
    </>
  );
}

/**
 * A note that an account is already signed in, with a button to continue and one to sign out. The form below still signs in another
 * account.
 */
function AlreadyIn({ email, onContinue }: { email: string; onContinue: () => void }) {
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <div className="mb-6 grid gap-3 rounded-card bg-brand-soft p-4">
      <p className="font-semibold wrap-anywhere">{labels.already(email)}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={onContinue}>
          {labels.goOn}
        </Button>
        <Button
          size="small"
          variant="ghost"
          pending={isLeaving}
          onClick={() => {
            setIsLeaving(true);
            void leave();
          }}
        >
          {labels.signOut}
        </Button>
      </div>
    </div>
  );
}
