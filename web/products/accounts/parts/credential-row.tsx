import { ACCOUNT_TYPES } from "#contract/states.ts";
import type { Credential } from "#data/admin_user_credentials/queries.ts";
import { StoredPassword } from "#session/passwords/stored-password.tsx";
import { formatDateTime } from "#shared/format/dates.ts";
import { Address } from "#shared/ui/address.tsx";
import { Badge } from "#shared/ui/badge.tsx";
import { RemoveButton } from "#shared/ui/remove-button.tsx";
import { isOwnAccount } from "../rules/own-account.ts";
import { texts } from "../texts.ts";

const labels = texts.superAdmin;

/** A created account with a button to remove it; the super admin's own account cannot be removed (document 2 §6). */
export function CredentialRow(props: { credential: Credential; isRemoving: boolean; onRemove: () => void }) {
  const { email, password_text: password, created_at: createdAt, is_active: isActive } = props.credential;
  const type = ACCOUNT_TYPES.find((known) => known === props.credential.account_type);
  return (
    <tr className="border-b border-line align-top last:border-0">
      <th scope="row" className="py-3 pr-3 font-normal">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold wrap-anywhere">
            <Address text={email} />
          </span>
          <Badge tone={type === "admin" ? "brand" : "neutral"}>
            {type === undefined ? props.credential.account_type : texts.newAccount.types[type]}
          </Badge>
          {!isActive && <Badge tone="warning">{labels.inactive}</Badge>}
        </span>
        <span className="mt-1.5 flex flex-wrap items-baseline gap-x-5 gap-y-1 text-sm text-ink-soft">
          <StoredPassword name={email} account={{ credentialId: props.credential.id }} password={password}>
            {(readable) => <ReadablePassword password={readable} />}
          </StoredPassword>
          <span>
            {labels.created} {formatDateTime(createdAt)}
          </span>
        </span>
      </th>
      <td className="w-20 py-3 text-right sm:w-32">
        {isOwnAccount(email) ? (
          <span className="text-sm text-ink-soft">{labels.own}</span>
        ) : (
          <RemoveButton aria-label={labels.deleteNamed(email)} pending={props.isRemoving} onClick={props.onRemove}>
            <span className="hidden sm:inline">{labels.delete}</span>
          </RemoveButton>
        )}
      </td>
    </tr>
  );
}

/** A readable password: document 2 §3 asks for it in the profile `specified`. */
function ReadablePassword({ password }: { password: string }) {
  return (
    <span className="mt-1 block text-sm text-ink-soft">
      {labels.password} <code className="rounded-sm bg-sunken px-1.5 text-base text-ink wrap-anywhere">{password}</code>
    </span>
  );
}
