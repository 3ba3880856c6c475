import { clsx } from "clsx";
import { Check } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router";
import { REDIRECT_AFTER_PARKING_MS } from "#contract/limits.ts";
import { isCaseRefusal } from "#data/data-error.ts";
import { useSite } from "#data/main_page_sites/use-site.ts";
import { useInsertParking } from "#data/parkings/mutations.ts";
import { defineAction } from "#session/actions/define-action.ts";
import { loadReceipts } from "#session/receipts/early-receipts.ts";
import { keepReceipt, newReceipt } from "#session/receipts/kept-receipts.ts";
import { firstNow } from "#shared/first-now.ts";
import { Form, SubmitButton } from "#shared/form/form.tsx";
import { SubmitError, useForm } from "#shared/form/use-form.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card } from "#shared/ui/card.tsx";
import { NotFound } from "#shared/ui/not-found.tsx";
import { Page } from "#shared/ui/page.tsx";
import { Plate } from "#shared/ui/plate.tsx";
import { useEarlyPress } from "#shared/use-early-press.ts";
import { keepLastCar } from "./last-car.ts";
import { LastCarOffer } from "./last-car-offer.tsx";
import { sayMoment } from "./parking-times.ts";
import { restoreDraft, useKeptDraft } from "./registration-draft.ts";
import { RegistrationFields } from "./registration-fields.tsx";
import { newRegistration, type Registration, registrationSchema, REQUIRED_FIELDS } from "./registration.ts";
import { NO_SITE, SiteChoice } from "./site-choice.tsx";
import { usePlateQuestion } from "./use-plate-question.tsx";
import { untouched, useParkingTimes, useSetTimes } from "./use-parking-times.ts";
import { registrationTexts } from "./registration-texts.ts";

/**
 * The screen where a visitor registers a parking, in the route's project or in none; afterwards it leads home (document 1 §2, §8, §9). The
 * form is there before the sites are read, and stays when they cannot be. Without a project the visitor chooses a site first, because
 * nobody watches parkings without one.
 */
export function StartParkingScreen() {
  const { projectId } = useParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const site = useSite(projectId);
  useEarlyPress();
  const isAsked = projectId === undefined && search.get(NO_SITE.name) !== NO_SITE.value;
  if (site.isMissing) return <NotFound pathname={pathname} />;
  return (
    <Page
      title={registrationTexts.title}
      description={
        projectId === undefined ? (isAsked ? undefined : registrationTexts.noSiteHint) : registrationTexts.description
      }
      width="narrow"
      back={{ onClick: () => void navigate(paths.landing()) }}
    >
      <Card>{isAsked ? <SiteChoice /> : <RegistrationForm project={projectId} />}</Card>
    </Page>
  );
}

const useRegister = defineAction({
  mutation: useInsertParking,
  done: () => registrationTexts.success,
  // A toast would lie on the fields.
  failed: () => ({ text: registrationTexts.failed, at: "form" }),
});

function RegistrationForm({ project }: { project: string | undefined }) {
  const [registered, setRegistered] = useState<string>();
  const isDone = registered !== undefined;
  const [empty] = useState(() => newRegistration(firstNow()));
  const [initial] = useState(() => restoreDraft(empty));
  const register = useRegister();
  const { askAbout, dialog } = usePlateQuestion();
  const setTimes = useSetTimes(initial, empty);
  const form = useForm({
    initial,
    schema: registrationSchema(setTimes[0]),
    required: { fields: REQUIRED_FIELDS, text: registrationTexts.missing, each: registrationTexts.fieldMissing },
    onSubmit: async (typed) => {
      const parking = { ...typed, ref_number: await askAbout(typed.ref_number) };
      // Without a hash (a page without TLS must load code for it) the parking has no receipt. Each press makes a new receipt: after a lost
      // answer nobody knows which of two parkings the first receipt belongs to.
      const receipt = await newReceipt().catch(() => undefined);
      const sent = { ...parking, project_id: project ?? null, receipt_hash: receipt?.hash ?? null };
      await register.submit(sent).catch(sayAtEnd);
      if (receipt) {
        keepReceipt({ key: receipt.key, plate: parking.ref_number, end: parking.end_time });
        // The list of receipts loads now for the page that follows in two seconds.
        void loadReceipts().catch(() => undefined);
      }
      keepLastCar({ ...form.values, ref_number: parking.ref_number });
      setRegistered(parking.ref_number);
    },
    failed: register.failed,
  });
  const times = useParkingTimes(form, setTimes);
  useKeptDraft(form.values, untouched(empty, form.values, times.set), isDone);
  useWayHome(isDone);
  return (
    <Form
      form={form}
      className={clsx("gap-8", !isDone && "form-with-bar")}
      actions={
        isDone ? (
          <Button wide size="large" disabled>
            <Check aria-hidden="true" />
            {registrationTexts.done}
          </Button>
        ) : (
          <SubmitButton form={form} wide size="large">
            {registrationTexts.submit}
          </SubmitButton>
        )
      }
    >
      {registered === undefined && <LastCarOffer form={form} />}
      {registered === undefined && <RegistrationFields form={form} times={times} />}
      {isDone && <Registered plate={registered} typed={form.values} today={times.today} />}
      {dialog}
    </Form>
  );
}

/**
 * The refusal of a parking that is longer than its site allows stands at the field of its end, with the latest possible end in the
 * database's words.
 */
function sayAtEnd(error: unknown): never {
  throw isCaseRefusal(error) ? new SubmitError("", { end_time: error.message }) : error;
}

/** The registered parking in place of the fields, which a toast would lie on. */
function Registered({ plate, typed, today }: { plate: string; typed: Registration; today: string }) {
  return (
    <output className="grid justify-items-start gap-4">
      <Plate value={plate} size="large" />
      <span className="text-[2rem] leading-tight font-extrabold tabular-nums">
        {registrationTexts.until(sayMoment(typed.end_date, typed.end_time, today))}
      </span>
    </output>
  );
}

/** Leads to the landing page two seconds after the registration (document 1 §9). */
function useWayHome(isDone: boolean) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => void navigate(paths.landing()), REDIRECT_AFTER_PARKING_MS);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);
}
