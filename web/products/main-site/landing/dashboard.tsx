import { QueryClientProvider } from "@tanstack/react-query";
import { Footprints } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { Link } from "react-router";
import { queryClient } from "#data/query-client.ts";
import { OwnAccountLink } from "#session/account/own-account-link.tsx";
import { ReceiptsFirst } from "#session/receipts/receipts-first.tsx";
import { leave, useVisitor } from "#session/logins/visitor.ts";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { Page } from "#shared/ui/page.tsx";
import { dashboardTexts } from "./dashboard-texts.ts";
import { texts } from "../texts.ts";
import { afterPaint } from "#shared/after-paint.ts";
import { ContactForm } from "../contact/contact-form.tsx";
import { SiteList } from "./site-list.tsx";
import { SignedInBanner } from "./signed-in-banner.tsx";

const loadCodeDialog = () => import("./code-dialog.tsx");
const CodeDialog = lazy(async () => ({ default: (await loadCodeDialog()).CodeDialog }));

const AccountHome = lazy(async () => ({ default: (await import("./account-home.tsx")).AccountHome }));

/** The page at `/` for accounts and guests: the way to a project, the sites, the contact form (document 1 §2). */
export function Dashboard() {
  const [isLeaving, setIsLeaving] = useState(false);
  const visitor = useVisitor();
  const { dashboard } = dashboardTexts;
  return (
    <QueryClientProvider client={queryClient}>
      <Page
        title={texts.dashboard.title}
        description={texts.dashboard.introduction}
        lang="en"
        width="wide"
        actions={
          <>
            {visitor === "account" && <OwnAccountLink />}
            <Button
              pending={isLeaving}
              onClick={() => {
                setIsLeaving(true);
                void leave();
              }}
            >
              {visitor === "guest" ? dashboard.leaveGuest : dashboard.signOut}
            </Button>
          </>
        }
      >
        <ReceiptsFirst />
        {visitor === "guest" && (
          <SignedInBanner icon={<Footprints aria-hidden="true" />} text={dashboardTexts.home.guest} />
        )}
        {visitor === "account" && (
          <Suspense fallback={null}>
            <AccountHome />
          </Suspense>
        )}
        <div className="grid items-start gap-6 md:grid-cols-2">
          <div className="grid gap-6">
            <ProjectCard />
            <SiteList />
          </div>
          <ContactForm />
        </div>
      </Page>
    </QueryClientProvider>
  );
}

function ProjectCard() {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  useEffect(() => afterPaint(() => void loadCodeDialog().catch(() => undefined)), []);
  function handleEnterCode() {
    setWasOpened(true);
    setIsOpen(true);
  }
  return (
    <Card>
      <CardHeader
        title={dashboardTexts.dashboard.enterCodeTitle}
        description={dashboardTexts.dashboard.enterCodeHint}
      />
      <Button variant="primary" size="large" wide onClick={handleEnterCode}>
        {dashboardTexts.dashboard.enterCode}
      </Button>
      <CaseLink />
      {wasOpened && (
        <Suspense fallback={null}>
          <CodeDialog open={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
}

/** A link to the driver's case (document 4 §5). Its text stands here, apart from the texts that every first page loads. */
function CaseLink() {
  return (
    <Link lang="sv" to={paths.driverCase()} className="inline-flex min-h-11 items-center font-semibold underline">
      Har du fått en bot? Visa ärende
    </Link>
  );
}
