import type { SessionKind } from "#contract/states.ts";
import { useLazyCode } from "#shared/use-lazy-code.ts";
import { areLoginsApart } from "../profile/profile.ts";

const load = () => import("./factor-due.tsx");

type Props = { kind?: SessionKind };

/** The line of `FactorDue` where people have accounts. Its code comes after the first paint. */
export const DueLine = (props: Props) => areLoginsApart && <Line {...props} />;

function Line(props: Props) {
  const code = useLazyCode(load);
  return code !== undefined && <code.FactorDue {...props} />;
}
