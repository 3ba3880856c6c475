import { useRef } from "react";
import { useEarlyPress } from "#shared/use-early-press.ts";
import { AccountCard } from "../account/account-card.tsx";
import { FineCard } from "./fine-card.tsx";
import { ParkCard } from "./park-card.tsx";
import { ReceiptsFirst } from "#session/receipts/receipts-first.tsx";

/**
 * The page at `/` for somebody without an account: own receipts, parking, a fine, and beside or below them the sign-in. Most visitors come to
 * park: `onTouchAccount` is called when somebody touches the sign-in, or the guests' button, and is about to need the dashboard.
 */
export function SignedOut({ onTouchAccount }: { onTouchAccount: () => void }) {
  const content = useRef<HTMLDivElement>(null);
  useEarlyPress(content);
  return (
    <div ref={content} className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_24rem]">
      <div>
        <ReceiptsFirst />
        <div className="grid gap-6">
          <ParkCard />
          <FineCard />
        </div>
      </div>
      <div onFocus={onTouchAccount} onPointerDown={onTouchAccount}>
        <AccountCard />
      </div>
    </div>
  );
}
