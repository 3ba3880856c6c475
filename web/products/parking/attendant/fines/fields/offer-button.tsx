import { Button } from "#shared/ui/button.tsx";

/** A button that fills a field with the last fine's value. */
export function OfferButton({ label, onTake }: { label: string; onTake: () => void }) {
  return (
    <Button size="small" className="-mt-3 justify-self-start text-left" onClick={onTake}>
      {label}
    </Button>
  );
}
