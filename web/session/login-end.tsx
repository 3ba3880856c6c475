import { useEffect, useState } from "react";
import * as v from "valibot";
import type { SessionKind } from "#contract/states.ts";
import { toast } from "#shared/feedback/toast.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { PasswordField } from "#shared/form/password-field.tsx";
import { SubmitError, useForm } from "#shared/form/use-form.ts";
import { toTimeValue } from "#shared/format/dates.ts";
import { Button } from "#shared/ui/button.tsx";
import { Dialog } from "#shared/ui/dialog.tsx";
import { prolongSession, type Session } from "./store.ts";
import { LoginCancelled } from "./logins/sign-in.ts";

/** The warning's time before the login ends, in milliseconds. */
const WARNING_MS = 15 * 60_000;
const LOOK_EVERY_MS = 15_000;

const passwordSchema = v.object({ password: v.string() });

const timeOf = (moment: number) => toTimeValue(new Date(moment));

/** Words of a login that is about to end. */
export type LoginEndTexts = Record<
  "stay" | "stayTitle" | "stayText" | "missing" | "wrong" | "failed" | "ended",
  string
> & { ends: (time: string) => string; stayed: (time: string) => string };

type LoginEndProps = {
  kind: SessionKind;
  session: Session;
  texts: LoginEndTexts;
  /** Checks the person's password; gives null when it is wrong. */
  prove: (password: string) => Promise<unknown>;
};

/** Warns that the login is about to end, and prolongs it without leaving a form. */
export function LoginEnd({ session, texts, ...props }: LoginEndProps) {
  const isNear = useIsNear(session.expiresAt);
  const [isOpen, setIsOpen] = useState(false);
  if (!isNear) return null;
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 bg-warning-soft px-4 py-2 text-center font-semibold">
      <output>{texts.ends(timeOf(session.expiresAt))}</output>
      <Button size="small" onClick={() => setIsOpen(true)}>
        {texts.stay}
      </Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={texts.stayTitle} description={texts.stayText}>
        <StayForm {...props} texts={texts} onDone={() => setIsOpen(false)} />
      </Dialog>
    </div>
  );
}

/** Whether the end is near. It is checked by the clock, and when the person returns to the page. */
function useIsNear(end: number): boolean {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const look = () => setNow(Date.now());
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return end - now <= WARNING_MS;
}

type StayFormProps = Omit<LoginEndProps, "session"> & { onDone: () => void };

/** Asks for the password again, so that a phone that lies around cannot prolong a login. */
function StayForm({ kind, texts, prove, onDone }: StayFormProps) {
  const form = useForm({
    initial: { password: "" },
    schema: passwordSchema,
    required: { fields: ["password"], text: texts.missing },
    onSubmit: async ({ password }) => {
      if ((await prove(password)) === null) throw new SubmitError(texts.wrong);
      const longer = prolongSession(kind);
      if (longer === undefined) throw new SubmitError(texts.ended);
      onDone();
      toast.success(texts.stayed(timeOf(longer.expiresAt)));
    },
    failed: (error) => (error instanceof LoginCancelled ? undefined : { text: texts.failed, at: "form" }),
  });
  return (
    <Form form={form} actions={<SubmitButton form={form}>{texts.stay}</SubmitButton>}>
      <PasswordField {...form.field("password")} required reveal />
    </Form>
  );
}
