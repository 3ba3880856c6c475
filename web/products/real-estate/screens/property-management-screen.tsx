import { LogOut, Mail, Plus, Settings2, ShieldCheck, UsersRound } from "lucide-react";
import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { REAL_ESTATE_PATH } from "#contract/projects.ts";
import { isCaseRefusal } from "#data/data-error.ts";
import { useListInterval } from "#data/live.ts";
import { useLiveProperties } from "#data/properties/live.ts";
import { useDeleteProperty } from "#data/properties/mutations.ts";
import { propertyQueries, type PropertySummary } from "#data/properties/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import type { SignedIn } from "#session/account/account-role.ts";
import { OwnAccountLink, useOwnAccountItems } from "#session/account/own-account-link.tsx";
import { RequireAgent } from "#session/account/require-agent.tsx";
import { defineAction } from "#session/actions/define-action.ts";
import { LiveState } from "#session/live-state.tsx";
import { useSignOut } from "#session/logins/use-sign-out.ts";
import { PATTERNS, paths } from "#shared/paths.ts";
import { Button, ButtonLink } from "#shared/ui/button.tsx";
import { Menu, type MenuItem } from "#shared/ui/menu.tsx";
import { Page } from "#shared/ui/page.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { StateView } from "#shared/ui/state-view.tsx";
import { PropertyFormDialog } from "../management/property-form-dialog.tsx";
import { PropertyRows } from "../management/property-rows.tsx";
import { SettingsDialog } from "../management/settings-dialog.tsx";
import { ShowMore } from "../parts/show-more.tsx";
import { texts } from "../texts.ts";

const labels = texts.management;

const onPage = (content: ReactNode) => <ManagementPage>{content}</ManagementPage>;

/** The screen where agents add, edit and remove properties (document 2 §2). */
export function PropertyManagementScreen() {
  return (
    <RequireAgent page={onPage} loading={<SkeletonList label={texts.loading} />}>
      {(account) => <PropertyManagement {...account} />}
    </RequireAgent>
  );
}

/** The open form: of a property, or of a new one. */
type Editing = { id: string | undefined };

function PropertyManagement({ userId, email, role }: SignedIn) {
  const signOut = useSignOut();
  const [editing, setEditing] = useState<Editing>();
  const [isSetting, setIsSetting] = useState(false);
  useLiveProperties();

  return (
    <ManagementPage
      actions={
        <>
          <Button variant="primary" onClick={() => setEditing({ id: undefined })}>
            <Plus aria-hidden="true" />
            {labels.add}
          </Button>
          <Ways role={role} onSettings={() => setIsSetting(true)} onSignOut={() => void signOut()} />
        </>
      }
    >
      <Properties onEdit={({ id }) => setEditing({ id })} />
      {isSetting && <SettingsDialog agent={email} onClose={() => setIsSetting(false)} />}
      {editing !== undefined && (
        <PropertyFormDialog id={editing.id} userId={userId} onDone={() => setEditing(undefined)} />
      )}
    </ManagementPage>
  );
}

type WaysProps = Pick<SignedIn, "role"> & { onSettings: () => void; onSignOut: () => void };

/** The ways from here: buttons beside the title at a desk, and a menu on a phone, where the list begins in sight. */
function Ways({ role, onSettings, onSignOut }: WaysProps) {
  const navigate = useNavigate();
  const ownAccount = useOwnAccountItems();
  const ways = [
    { label: labels.messages, icon: Mail, to: paths.messages(REAL_ESTATE_PATH) },
    ...(role === "admin"
      ? [
          { label: labels.accounts, icon: UsersRound, to: PATTERNS.adminAccounts },
          { label: labels.allAccounts, icon: ShieldCheck, to: PATTERNS.superAdminDashboard },
        ]
      : []),
  ];
  const settings: MenuItem = { label: texts.rules.settingsOpen, icon: Settings2, onChoose: onSettings };
  const signingOut: MenuItem = { label: labels.signOut, icon: LogOut, onChoose: onSignOut };
  return (
    <>
      <div className="contents max-sm:hidden">
        <Button onClick={onSettings}>{settings.label}</Button>
        {ways.map(({ label, to }) => (
          <ButtonLink key={to} to={to}>
            {label}
          </ButtonLink>
        ))}
        <OwnAccountLink />
        <Button onClick={onSignOut}>
          <LogOut aria-hidden="true" />
          {signingOut.label}
        </Button>
      </div>
      <div className="sm:hidden">
        <Menu
          label={texts.moreWays}
          items={[
            settings,
            ...ways.map(({ to, ...way }) => ({ ...way, onChoose: () => void navigate(to) })),
            ...ownAccount,
            signingOut,
          ]}
        />
      </div>
    </>
  );
}

function ManagementPage({ actions, children }: Pick<ComponentProps<typeof Page>, "actions" | "children">) {
  return (
    <Page
      title={labels.title}
      lang="en"
      width="wide"
      description={labels.description}
      back={{ label: labels.toListings, to: paths.listings() }}
      actions={actions}
    >
      {children}
    </Page>
  );
}

const useRemove = defineAction<PropertySummary, void>({
  mutation: useDeleteProperty,
  thing: ({ id }) => id,
  ask: ({ title }) => ({
    title: labels.confirmTitle(title),
    description: labels.confirmText,
    confirmText: labels.remove,
    danger: true,
  }),
  done: () => labels.removed,
  // A property with bids on a broker's list is kept, and the database says so.
  failed: (error) =>
    isCaseRefusal(error) ? { text: labels.removeFailed, description: error.message } : labels.removeFailed,
});

function Properties({ onEdit }: { onEdit: (property: PropertySummary) => void }) {
  const list = useRef<HTMLDivElement>(null);
  const query = useInfiniteQuery({
    ...propertyQueries.list(),
    select: (data) => data.pages.flatMap(({ rows }) => rows),
    refetchInterval: useListInterval(),
  });
  // The pressed button is gone with its row, so the list takes the focus.
  const remove = useRemove({ focus: () => list.current });

  async function handleRemove(property: PropertySummary) {
    const { status } = await remove.run(property);
    if (status === "failed") void query.refetch();
  }

  return (
    <>
      <p className="mb-3 text-ink-soft">
        <LiveState keepsRoom={false} />
      </p>
      <StateView
        query={{ ...query, error: query.isFetchNextPageError ? null : query.error }}
        loading={<SkeletonList label={texts.loading} />}
        failed={texts.loadFailed}
        empty={labels.none}
      >
        {(properties) => (
          <>
            <PropertyRows
              list={list}
              properties={properties}
              isRemoving={remove.isPending}
              onEdit={onEdit}
              onRemove={(property) => void handleRemove(property)}
            />
            <ShowMore pages={query} label={texts.more} failed={texts.loadFailed} shown={properties.length} byItself />
          </>
        )}
      </StateView>
    </>
  );
}
