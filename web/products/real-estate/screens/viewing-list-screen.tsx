import "#shared/ui/printed.css";
import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { propertyQueries } from "#data/properties/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { type Signup, type Viewing, viewingQueries } from "#data/viewings/queries.ts";
import { RequireAgent } from "#session/account/require-agent.tsx";
import { paths } from "#shared/paths.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card } from "#shared/ui/card.tsx";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { EmptyState } from "#shared/ui/state-message.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { texts as productTexts } from "../texts.ts";
import { spanOf } from "../parts/span-of.ts";
import { viewingTexts } from "../visit-texts.ts";

const texts = viewingTexts.paper;

/** Who comes to a viewing, to print (document 5 §5). The trail has who looked. */
export function ViewingListScreen() {
  const { propertyId = "", viewingId = "" } = useParams();
  const onPage = (content: ReactNode) => (
    <Page
      title={texts.screen}
      lang="en"
      width="wide"
      back={{ label: texts.back, to: paths.propertySale(propertyId, "viewings") }}
    >
      {content}
    </Page>
  );
  return (
    <RequireAgent page={onPage} loading={<SkeletonList label={productTexts.loading} />}>
      {({ email }) => onPage(<ViewingList propertyId={propertyId} viewingId={viewingId} agent={email} />)}
    </RequireAgent>
  );
}

function ViewingList({ propertyId, viewingId, agent }: { propertyId: string; viewingId: string; agent: string }) {
  const property = useQuery(propertyQueries.byId(propertyId)).data;
  const viewings = useQuery(viewingQueries.ofProperty(propertyId, true));
  const query = useQuery(viewingQueries.signups(viewingId, agent));
  return (
    <StateView query={viewings} failed={texts.failed} empty={<EmptyState text={texts.gone} />}>
      {(all) => {
        const viewing = all.find(({ id }) => id === viewingId);
        if (viewing === undefined) return <EmptyState text={texts.gone} />;
        return (
          <StateView query={query} failed={texts.failed} empty={<EmptyState text={texts.none} />}>
            {(signups) => <Printed title={property?.title ?? ""} viewing={viewing} signups={signups} />}
          </StateView>
        );
      }}
    </StateView>
  );
}

function Printed({ title, viewing, signups }: { title: string; viewing: Viewing; signups: readonly Signup[] }) {
  const coming = signups.filter(({ cancelled_at: at }) => at === null);
  if (coming.length === 0) return <EmptyState text={texts.none} />;
  return (
    <div className="grid min-w-0 gap-4">
      <Button variant="primary" className="justify-self-start" onClick={() => window.print()}>
        <Printer aria-hidden="true" />
        {texts.print}
      </Button>
      <Card className="printed grid gap-5">
        <header>
          <h2 className="text-2xl font-bold wrap-anywhere">{texts.title(title)}</h2>
          <p>{spanOf(viewing)}</p>
          <p className="text-ink-soft">{texts.sum(coming.reduce((sum, { people }) => sum + people, 0))}</p>
        </header>
        <div className="overflow-x-auto">
          <table aria-label={texts.screen} className="w-full max-sm:text-sm [&_td]:py-2 [&_td]:pr-4 [&_td]:align-top">
            <thead>
              <tr className="border-b-2 border-line-strong text-left [&_th]:py-1.5 [&_th]:pr-4">
                <th scope="col">{texts.columns.name}</th>
                <th scope="col">{texts.columns.contact}</th>
                <th scope="col">{texts.columns.people}</th>
                <th scope="col">{texts.columns.came}</th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {coming.map(({ id, name, phone, email, people }) => (
                <tr key={id}>
                  <td className="font-semibold wrap-anywhere">{name}</td>
                  <td className="wrap-anywhere">
                    {phone !== null && <span className="block">{phone}</span>}
                    {email !== null && <span className="block">{email}</span>}
                  </td>
                  <td className="tabular-nums">{people}</td>
                  {/* A box for a pen. */}
                  <td className="text-2xl leading-none">☐</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Card>
    </div>
  );
}
