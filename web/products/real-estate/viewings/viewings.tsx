import { type ReactNode, useState } from "react";
import { useListInterval } from "#data/live.ts";
import type { Property } from "#data/properties/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { useLiveViewings } from "#data/viewings/live.ts";
import { type OwnSignup, type Viewing, VIEWINGS_POLL_MS, viewingQueries } from "#data/viewings/queries.ts";
import { Button } from "#shared/ui/button.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { readBidKey } from "../broker/bid-key.ts";
import { OwnSignupLine } from "./own-signups.tsx";
import { SignUpDialog } from "./sign-up-dialog.tsx";
import { spanOf } from "../parts/span-of.ts";
import { viewingTexts as texts } from "../visit-texts.ts";

/** The viewings of a property to come, with the places of this device and a way to sign up (document 5 §5). */
export function Viewings({ property }: { property: Property }) {
  const key = readBidKey();
  const query = useQuery({
    ...viewingQueries.ofProperty(property.id, false),
    refetchInterval: useListInterval(VIEWINGS_POLL_MS),
  });
  const own = useQuery({ ...viewingQueries.own(key ?? ""), enabled: key !== undefined });
  const [chosen, setChosen] = useState<Viewing>();
  useLiveViewings(property.id);
  const signups = (own.data ?? []).filter(({ property_id: id }) => id === property.id);
  // A viewing whose last place this device has taken is in no public list any more.
  const listed = query.data?.filter(({ cancelled_at: at }) => at === null) ?? [];
  const others = signups.filter(({ viewing_id: id }) => !listed.some((viewing) => viewing.id === id));
  return (
    <StateView query={query} failed={texts.loadFailed} empty={null} isEmpty={() => false}>
      {() =>
        listed.length + others.length === 0 ? (
          <p className="text-ink-soft">{texts.none}</p>
        ) : (
          <>
            <ul aria-label={texts.list} className="divide-y divide-line border-y border-line">
              {listed.map((viewing) => {
                const signup = signups.find(({ viewing_id: id }) => id === viewing.id);
                return (
                  <ViewingRow key={viewing.id} viewing={viewing} left={viewing.places_left}>
                    {signup === undefined ? (
                      <Button
                        variant="primary"
                        aria-label={texts.signUpNamed(spanOf(viewing))}
                        onClick={() => setChosen(viewing)}
                      >
                        {texts.signUp}
                      </Button>
                    ) : (
                      <OwnSignupLine signup={signup} signupKey={key ?? ""} />
                    )}
                  </ViewingRow>
                );
              })}
              {others.map((signup) => (
                <ViewingRow key={signup.id} viewing={signup} left={null}>
                  <OwnSignupLine signup={signup} signupKey={key ?? ""} />
                </ViewingRow>
              ))}
            </ul>
            {chosen !== undefined && <SignUpDialog viewing={chosen} onClose={() => setChosen(undefined)} />}
          </>
        )
      }
    </StateView>
  );
}

type RowProps = {
  viewing: Pick<Viewing, "starts_at" | "ends_at" | "note"> | OwnSignup;
  left: number | null;
  children: ReactNode;
};

function ViewingRow({ viewing, left, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 py-3">
      <div className="min-w-0">
        <p className="font-semibold tabular-nums">{spanOf(viewing)}</p>
        {viewing.note !== "" && <p className="wrap-anywhere whitespace-pre-line">{viewing.note}</p>}
        {left !== null && <p className="text-sm text-ink-soft">{texts.left(left)}</p>}
      </div>
      {children}
    </li>
  );
}
