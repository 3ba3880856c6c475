import { Button } from "#shared/ui/button.tsx";

/** Fills a field with what the last fine said, by one touch. */
export function Offered({ label, onTake }: { label: string; onTake: () => void }) {
  return (
    <Button size="small" className="-mt-3 justify-self-start text-left" onClick={onTake}>
      {label}
    </Button>
  );
}
