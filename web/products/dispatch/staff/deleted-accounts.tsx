import { DISPATCH_PROJECT } from "#contract/projects.ts";
import { latestDeletionsQuery } from "#data/attendant_deletion_logs/latest.ts";
import { useQuery } from "#data/use-query.ts";
import { formatDateTime } from "#shared/format/dates.ts";
import { StateView } from "#shared/ui/state-view.tsx";
import { texts } from "../texts.ts";
import { FetchedAt } from "./fetched-at.tsx";
import { LogTable } from "./log-table.tsx";

const labels = texts.deleted;

/** The latest deleted accounts (document 2 §9: 50). */
export function DeletedAccounts() {
  const query = useQuery(latestDeletionsQuery(DISPATCH_PROJECT));
  return (
    <>
      <FetchedAt query={query} />
      <StateView query={query} failed={labels.loadFailed} empty={labels.none}>
        {(accounts) => (
          <LogTable
            label={labels.list}
            columns={[labels.time, labels.who, texts.operators.discord, labels.by]}
            rows={accounts.map((account) => ({
              id: account.id,
              cells: [
                <time key="time" dateTime={account.deleted_at}>
                  {formatDateTime(account.deleted_at)}
                </time>,
                <strong key="who">{account.attendant_user_id}</strong>,
                account.discord_username ?? labels.noName,
                account.deleted_by,
              ],
            }))}
          />
        )}
      </StateView>
    </>
  );
}
