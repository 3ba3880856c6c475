import { LoginEnd } from "#session/login-end.tsx";
import { getSignIn } from "#session/profile/profile.ts";
import type { Session } from "#session/store.ts";
import { texts } from "../texts.ts";

/** Says 15 minutes before the login of a dispatcher ends, and lengthens it over everything that is typed (document 5 §3). */
export function OwnLoginEnd({ kind, session }: { kind: "operator" | "dispatch-admin"; session: Session }) {
  return (
    <div lang="en" className="basis-full empty:hidden">
      <LoginEnd
        kind={kind}
        session={session}
        texts={texts.loginEnd}
        prove={async (password) => {
          const signIn = await getSignIn();
          const credentials = { userId: session.userId, password };
          return kind === "operator" ? signIn.operator(credentials) : signIn.dispatchAdmin(credentials);
        }}
      />
    </div>
  );
}
