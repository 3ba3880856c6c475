import { Copy } from "lucide-react";
import { copyText } from "#shared/feedback/copy-text.ts";
import { Button } from "#shared/ui/button.tsx";
import { adminTexts } from "../admin-texts.ts";

const texts = adminTexts.given;

/** The sent form is gone, so this part takes the focus. */
const focus = (element: HTMLElement | null) => element?.focus();

/** The password of a new account, to be handed over. */
export function GivenPassword(props: { name: string; password: string; hint: string; onDone: () => void }) {
  return (
    <section ref={focus} tabIndex={-1} aria-label={texts.title(props.name)}>
      <p className="font-semibold wrap-anywhere">{texts.title(props.name)}</p>
      <p className="mt-1 text-sm wrap-anywhere text-ink-soft">{props.hint}</p>
      <code className="my-4 block rounded-control bg-sunken p-3 text-lg wrap-anywhere select-all">
        {props.password}
      </code>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void copyText(props.password, texts)}>
          <Copy aria-hidden="true" />
          {texts.copy}
        </Button>
        <Button variant="primary" onClick={props.onDone}>
          {texts.done}
        </Button>
      </div>
    </section>
  );
}
